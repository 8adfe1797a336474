import { z } from 'zod/mini';
import { type Step, step } from '../listing-rules/trace.ts';
import { Price } from '../product.ts';
import { Amount, Factor } from './amounts.ts';
import { addPrices, comparePrices, decimalsOf, isDecimal, multiplyPrice, trimDecimals } from './price.ts';

/** The formula for amounts from `from` (inclusive) to `to` (exclusive); null: no upper limit. */
export const PriceRange = z.object({
  from: Price,
  to: z.nullable(Price),
  /** Has no default: a rule with a default factor of one would sell at cost. */
  times: Factor,
  plus: z._default(Amount, '0'),
  /** The result is at least this, in the product's own currency. */
  minimum: z._default(z.nullable(Price), null),
});
export type PriceRange = z.infer<typeof PriceRange>;

/** Ranges that do not overlap. */
export const PriceRanges = z.array(PriceRange).check(
  z.maxLength(50),
  z.refine((ranges) => overlap(ranges) === null, 'The ranges overlap'),
);

/**
 * Returns the first two ranges that overlap, or twice the first range that applies to no amount; null when there is no
 * problem.
 */
export function overlap(ranges: readonly PriceRange[]): [PriceRange, PriceRange] | null {
  const sorted = ranges.toSorted((one, other) => comparePrices(one.from, other.from));
  for (const [index, range] of sorted.entries()) {
    const next = sorted[index + 1];
    if (range.to !== null && comparePrices(range.to, range.from) <= 0) {
      return [range, range];
    }
    if (next && (range.to === null || comparePrices(range.to, next.from) > 0)) {
      return [range, next];
    }
  }
  return null;
}

/** Reports whether a range turns a cost into that cost or less: such a rule sells without any margin. */
export function sellsAtCost({
  times,
  plus,
  minimum,
}: Pick<PriceRange, 'times' | 'plus' | 'minimum'>): boolean {
  return (
    isDecimal(times) &&
    isDecimal(plus) &&
    minimum === null &&
    comparePrices(times, '1') <= 0 &&
    comparePrices(plus, '0') <= 0
  );
}

/**
 * Returns the steps from an amount to what the range that it is in makes of it; `no-range` where it is in none. There are no
 * steps where nothing changes, and the result is never below zero.
 */
export function formula(base: string, ranges: readonly PriceRange[]): Step[] {
  if (ranges.length === 0) {
    return [];
  }
  const range = ranges.find(
    ({ from, to }) => comparePrices(base, from) >= 0 && (to === null || comparePrices(base, to) < 0),
  );
  if (!range) {
    return [step('no-range', base)];
  }
  const steps: Step[] = [];
  let amount = base;
  const take = (kind: Step['kind'], result: string, values: Record<string, string>) => {
    amount = trimDecimals(result, Math.min(2, decimalsOf(result)));
    steps.push(step(kind, amount, values));
  };
  if (ranges.length > 1) {
    take('range', base, { from: range.from, to: range.to ?? '' });
  }
  if (comparePrices(range.times, '1') !== 0) {
    take('times', multiplyPrice(amount, range.times), { by: range.times });
  }
  if (comparePrices(range.plus, '0') !== 0) {
    take('plus', addPrices(amount, range.plus), { amount: range.plus });
  }
  if (range.minimum !== null && comparePrices(amount, range.minimum) < 0) {
    take('minimum', range.minimum, { amount: range.minimum });
  }
  if (comparePrices(amount, '0') < 0) {
    take('not-below-zero', '0.00', {});
  }
  return steps;
}
