import { overlap, type PriceRange } from '@bowerbird/catalog/pricing/ranges';
import { z } from 'zod/mini';
import { PriceRanges } from '../../../ui/form/claim/price-ranges.tsx';

/** Ranges while they are typed. */
const TypedRanges = z.array(
  z.object({
    from: z.string(),
    to: z.nullable(z.string()),
    times: z.string(),
    plus: z.string(),
    minimum: z.nullable(z.string()),
  }),
);

/** The formula of each range of costs or prices. */
export function RangesField({ value, onChange }: { value: unknown; onChange(ranges: PriceRange[]): void }) {
  const read = z.safeParse(TypedRanges, value);
  const ranges = read.success ? read.data : [];
  return <PriceRanges ranges={ranges} onRanges={onChange} bad={overlaps(ranges)} />;
}

function overlaps(ranges: PriceRange[]): boolean {
  try {
    return overlap(ranges) !== null;
  } catch {
    // An amount is not complete yet; its own field says so.
    return false;
  }
}
