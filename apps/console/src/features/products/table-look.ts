import { useCallback, useState } from 'react';
import { array, catch as catching, object, enum as oneOf, safeParse } from 'zod/mini';

/** Columns that can be hidden; the product itself always stands. */
export const optionalColumns = [
  'price',
  'margin',
  'stock',
  'tags',
  'category',
  'source',
  'stores',
  'updated',
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

const Look = object({
  hidden: catching(array(oneOf(optionalColumns)), ['tags']),
  density: catching(oneOf(['comfortable', 'compact']), 'comfortable'),
});
export interface TableLook {
  hidden: OptionalColumn[];
  density: 'comfortable' | 'compact';
}

const kept = 'bowerbird.products.table';

/** Columns and density of the product list, remembered by this browser. */
export function useTableLook(): [TableLook, (look: TableLook) => void] {
  const [look, setLook] = useState(readLook);
  const change = useCallback((next: TableLook) => {
    setLook(next);
    try {
      localStorage.setItem(kept, JSON.stringify(next));
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }, []);
  return [look, change];
}

function readLook(): TableLook {
  try {
    const read = safeParse(Look, JSON.parse(localStorage.getItem(kept) ?? '{}'));
    return read.success ? read.data : { hidden: ['tags'], density: 'comfortable' };
  } catch {
    return { hidden: ['tags'], density: 'comfortable' };
  }
}
