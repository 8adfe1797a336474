import { z } from 'zod/mini';
import type { Scope } from '../edits/kind.ts';
import { matchesPattern, Pattern } from '../patterns/pattern.ts';
import { comparePrices } from '../pricing/price.ts';
import { Price } from '../product.ts';

const searched = z.string().check(z.minLength(1), z.maxLength(1000));
const ignoreCase = z.optional(z.boolean());

/** A comparison of text. A value that is missing is like an empty text. */
export const TextComparison = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('contains'), text: searched, ignoreCase }),
  z.strictObject({ is: z.literal('equals'), text: searched, ignoreCase }),
  z.strictObject({ is: z.literal('starts'), text: searched, ignoreCase }),
  z.strictObject({ is: z.literal('ends'), text: searched, ignoreCase }),
  z.strictObject({ is: z.literal('matches'), pattern: Pattern, ignoreCase }),
]);
export type TextComparison = z.infer<typeof TextComparison>;

/** Compares a text. A pattern that costs too much is refused in the scope. */
export function isText(text: string, comparison: TextComparison, scope: Scope): boolean {
  if (comparison.is === 'matches') {
    const found = matchesPattern(text, comparison.pattern, comparison.ignoreCase ?? false, scope.work);
    if (found === null) {
      scope.refuse('pattern-too-costly');
    }
    return found ?? false;
  }
  const fold = (each: string) => (comparison.ignoreCase ? each.toLowerCase() : each);
  const [given, sought] = [fold(text), fold(comparison.text)];
  switch (comparison.is) {
    case 'contains':
      return given.includes(sought);
    case 'equals':
      return given === sought;
    case 'starts':
      return given.startsWith(sought);
    case 'ends':
      return given.endsWith(sought);
  }
}

/** Bounds of a number: `between` includes both. */
function bounds<Value extends z.ZodMiniType>(value: Value) {
  return z.discriminatedUnion('is', [
    z.strictObject({ is: z.literal('equals'), value }),
    z.strictObject({ is: z.literal('less'), value }),
    z.strictObject({ is: z.literal('greater'), value }),
    z.strictObject({ is: z.literal('between'), from: value, to: value }),
  ]);
}

export const NumberComparison = bounds(z.int());
export const AmountComparison = bounds(Price);

interface Bounds<Value> {
  is: 'equals' | 'less' | 'greater' | 'between';
  value?: Value;
  from?: Value;
  to?: Value;
}

/** Compares a value by its order. A value that is missing is in no bounds. */
export function isInBounds<Value>(
  given: Value | null,
  { is, value, from, to }: Bounds<Value>,
  order: (left: Value, right: Value) => number,
): boolean {
  if (given === null) {
    return false;
  }
  if (is === 'between') {
    return from !== undefined && to !== undefined && order(given, from) >= 0 && order(given, to) <= 0;
  }
  const difference = value === undefined ? Number.NaN : order(given, value);
  return is === 'equals' ? difference === 0 : is === 'less' ? difference < 0 : difference > 0;
}

export function isNumber(given: number | null, comparison: z.infer<typeof NumberComparison>): boolean {
  return isInBounds(given, comparison, (left, right) => left - right);
}

export function isAmount(given: string | null, comparison: z.infer<typeof AmountComparison>): boolean {
  return isInBounds(given, comparison, comparePrices);
}
