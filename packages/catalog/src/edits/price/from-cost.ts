import { z } from 'zod/mini';
import { Factor } from '../../pricing/amounts.ts';
import { addPrices, comparePrices, dividePrice, multiplyPrice } from '../../pricing/price.ts';
import { formula, overlap, PriceRange } from '../../pricing/ranges.ts';
import { Ending } from '../../pricing/rounding.ts';
import { sellingCosts, sellingPrice, spentOn } from '../../pricing/selling-price.ts';
import { Price, type Variant } from '../../product.ts';
import { type Scope, variantEdit } from '../kind.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';
import { type Finishing, finish, times } from './finish.ts';

const ending = z.optional(Ending);

export const setCost = variantEdit(
  z.strictObject({ kind: z.literal('set-cost'), cost: z.nullable(Price), ...chosenVariants }),
  (product, edit, scope) => eachVariant(product, edit.variants, scope, () => ({ cost: edit.cost })),
);

/** Sets the price to the cost times this factor. Without a cost, the present price is used as the cost and stored as it. */
export const priceFromCost = variantEdit(
  z.strictObject({ kind: z.literal('price-from-cost'), by: Factor, ending, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const cost = variant.cost ?? variant.price;
      const price = times(cost, edit.by, { ...product, ...edit, variant, scope });
      return price === null ? {} : { price, cost };
    }),
);

const Ranges = z.array(z.strictObject(PriceRange.shape)).check(
  z.minLength(1),
  z.maxLength(50),
  z.refine((ranges) => overlap(ranges) === null, 'The ranges overlap'),
);

/**
 * Sets the price by the formula of the range that the cost or the present price is in. Without a cost, the present price
 * is used as the cost and stored as it. An amount of zero or outside the ranges changes nothing.
 */
export const priceByRanges = variantEdit(
  z.strictObject({
    kind: z.literal('price-by-ranges'),
    from: z.enum(['price', 'cost']),
    ranges: Ranges,
    ending,
    ...chosenVariants,
  }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const base = edit.from === 'cost' ? (variant.cost ?? variant.price) : variant.price;
      if (base === null || comparePrices(base, '0') === 0) {
        return {};
      }
      const price = byRanges(base, edit.ranges, { ...product, ...edit, variant, scope });
      return price === null ? {} : { price, ...(edit.from === 'cost' ? { cost: base } : {}) };
    }),
);

function byRanges(base: string, ranges: readonly PriceRange[], finishing: Finishing): string | null {
  const steps = formula(base, ranges);
  const below = steps.findIndex(({ kind }) => kind === 'not-below-zero');
  if (below !== -1) {
    refuseBelowZero(finishing.variant, steps[below - 1]?.result ?? base, finishing.scope);
    return null;
  }
  const isOutside = steps.some(({ kind }) => kind === 'no-range');
  return isOutside ? null : finish(steps.at(-1)?.result ?? base, base, finishing);
}

/**
 * Sets the price so that this many percent of it are left above the cost: "60" makes 25 from a cost of 10. A variant
 * without a cost keeps its price.
 */
export const priceByMargin = variantEdit(
  z.strictObject({ kind: z.literal('price-by-margin'), percent: Factor, ending, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const { cost } = variant;
      if (cost === null) {
        return {};
      }
      const left = addPrices('100', multiplyPrice(edit.percent, '-1'));
      if (comparePrices(left, '0') === 0) {
        scope.refuse('division-by-zero', { variant: variant.id });
        return {};
      }
      if (comparePrices(left, '0') < 0) {
        refuseBelowZero(variant, dividePrice(multiplyPrice(cost, '100'), left, 2), scope);
        return {};
      }
      const exact = dividePrice(multiplyPrice(cost, '100'), left, 12);
      const price = finish(exact, cost, { ...product, ...edit, variant, scope });
      return price === null ? {} : { price };
    }),
);

/**
 * Sets the price so that this margin, in percent of it, is left after the cost, shipping by weight and the commission. A
 * variant without a cost keeps its price; one without a weight that has a shipping price is refused.
 */
export const priceFromCosts = variantEdit(
  z.strictObject({
    kind: z.literal('price-from-costs'),
    margin: Factor,
    ...sellingCosts,
    ending,
    ...chosenVariants,
  }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const found = spentOn(variant, edit);
      if ('unknown' in found) {
        if (found.unknown === 'shipping') {
          scope.refuse('no-shipping-price', { variant: variant.id });
        }
        return {};
      }
      const exact = sellingPrice(found.spent, edit.commission, edit.margin);
      if (exact === null) {
        scope.refuse('division-by-zero', { variant: variant.id });
        return {};
      }
      const price = finish(exact, variant.cost ?? '0', { ...product, ...edit, variant, scope });
      return price === null ? {} : { price };
    }),
);

function refuseBelowZero(variant: Variant, result: string, scope: Scope): void {
  scope.refuse('price-below-zero', { variant: variant.id, result });
}
