import { z } from 'zod/mini';
import { combinationOf } from '../../invariants/invariants.ts';
import { comparePrices } from '../../pricing/price.ts';
import type { Variant } from '../../product.ts';

/**
 * How variants that end up with the same option values are merged: which variant is kept (the earlier one among
 * equals), and whether it keeps its own stock or gets the sum.
 */
export const MergeRule = z.strictObject({
  keep: z.enum(['first', 'cheapest', 'dearest']),
  stock: z.enum(['own', 'sum']),
});
export type MergeRule = z.infer<typeof MergeRule>;

const keepFirst: MergeRule = { keep: 'first', stock: 'own' };

/** Returns one variant per combination of option values, in the order in which the combinations first occur. */
export function mergeVariants(variants: readonly Variant[], rule: MergeRule = keepFirst): Variant[] {
  const groups = new Map<string, Variant[]>();
  for (const variant of variants) {
    const combination = combinationOf(variant.optionValues);
    const group = groups.get(combination);
    if (group) {
      group.push(variant);
    } else {
      groups.set(combination, [variant]);
    }
  }
  return [...groups.values()].map((group) => mergeGroup(group, rule));
}

function mergeGroup(group: readonly Variant[], rule: MergeRule): Variant {
  const kept = group.reduce((best, variant) => (isBetter(variant, best, rule.keep) ? variant : best));
  const stock = rule.stock === 'sum' ? sumOfStock(group) : kept.stock;
  return stock === kept.stock ? kept : { ...kept, stock };
}

function isBetter(variant: Variant, best: Variant, keep: MergeRule['keep']): boolean {
  switch (keep) {
    case 'first':
      return false;
    case 'cheapest':
      return variant.price !== null && (best.price === null || comparePrices(variant.price, best.price) < 0);
    case 'dearest':
      return variant.price !== null && (best.price === null || comparePrices(variant.price, best.price) > 0);
  }
}

/** Returns the sum of the known quantities; null when none is known. */
function sumOfStock(group: readonly Variant[]): number | null {
  const known = group.flatMap(({ stock }) => (stock === null ? [] : [stock]));
  const sum = known.reduce((total, stock) => total + stock, 0);
  return known.length === 0 || !Number.isSafeInteger(sum) ? (group[0]?.stock ?? null) : sum;
}
