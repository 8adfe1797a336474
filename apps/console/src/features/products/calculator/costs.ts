import { Edit } from '@bowerbird/catalog/edits/edit';
import { useMemo } from 'react';
import { z } from 'zod/mini';
import { useSetting } from '../../../lib/kept/settings.ts';

/** What is entered in the price calculator, as typed. */
const TypedCosts = z.object({
  margin: z.string(),
  commission: z.string(),
  rate: z.string(),
  rateDate: z.string(),
  shipping: z.array(z.object({ upTo: z.string(), price: z.string() })),
});
export type TypedCosts = z.infer<typeof TypedCosts>;

export const today = () => new Date().toISOString().slice(0, 10);
const untouched: TypedCosts = { margin: '30', commission: '0', rate: '', rateDate: today(), shipping: [] };

export type CalculatorEdit = Extract<Edit, { kind: 'price-from-costs' }>;

interface KeptCosts {
  typed: TypedCosts;
  /** The calculation as an edit; null while something typed is no number. */
  edit: CalculatorEdit | null;
  change(part: Partial<TypedCosts>): void;
}

/** What this person entered last in the price calculator; every reader follows a change. */
export function useKeptCosts(): KeptCosts {
  const [kept, keep] = useSetting('price_calculator');
  const typed = useMemo(() => typedFrom(kept), [kept]);
  const edit = useMemo(() => editFrom(typed), [typed]);
  return { typed, edit, change: (part) => keep(JSON.stringify({ ...typed, ...part })) };
}

function typedFrom(kept: string): TypedCosts {
  try {
    return z.safeParse(TypedCosts, JSON.parse(kept)).data ?? untouched;
  } catch {
    return untouched;
  }
}

function editFrom({ margin, commission, rate, rateDate, shipping }: TypedCosts): CalculatorEdit | null {
  const read = z.safeParse(Edit, {
    kind: 'price-from-costs',
    margin,
    commission: commission === '' ? '0' : commission,
    ...(rate === '' ? {} : { rate, rateDate }),
    shipping,
  });
  return read.success && read.data.kind === 'price-from-costs' ? read.data : null;
}
