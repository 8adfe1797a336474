import { z } from 'zod/mini';
import { addPrices, decimalsOf, multiplyPrice, priceEndingIn, roundPrice, trimDecimals } from '../price.ts';
import { Price, type Product, type Variant } from '../product.ts';
import { chosenVariants, eachVariant } from './variants.ts';

/** What a price is multiplied by, as a decimal string: "2.8". */
const Factor = z.string().check(z.regex(/^\d{1,6}(\.\d{1,8})?$/));
const Amount = z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,4})?$/));

/** The last digits a price shall have, such as ".90", "9.99" or "integer", and where to look for them. */
export const Ending = z.object({
  to: z.string().check(z.regex(/^(integer|\d{0,4}\.\d{1,4})$/)),
  direction: z.optional(z.enum(['nearest', 'up', 'down'])),
});
export type Ending = z.infer<typeof Ending>;

const ending = z.optional(Ending);

export const PriceEdit = z.discriminatedUnion('kind', [
  /** Null takes the price away: such a product is not listed before it has one again. */
  z.object({ kind: z.literal('set-price'), price: z.nullable(Price), ...chosenVariants }),
  z.object({ kind: z.literal('multiply-price'), by: Factor, ending, ...chosenVariants }),
  z.object({ kind: z.literal('add-to-price'), amount: Amount, ending, ...chosenVariants }),
  /** The price is the cost times this. Without a cost the present price is the cost, and is stored as it. */
  z.object({ kind: z.literal('price-from-cost'), by: Factor, ending, ...chosenVariants }),
  z.object({ kind: z.literal('round-price'), ending: Ending, ...chosenVariants }),
  z.object({ kind: z.literal('set-compare-at'), price: Price, ...chosenVariants }),
  z.object({ kind: z.literal('clear-compare-at'), ...chosenVariants }),
  /** The compare-at price stands this many percent above the price: "25" makes 100 of 80. */
  z.object({ kind: z.literal('compare-at-above'), percent: Factor, ending, ...chosenVariants }),
  z.object({ kind: z.literal('set-cost'), cost: z.nullable(Price), ...chosenVariants }),
]);
export type PriceEdit = z.infer<typeof PriceEdit>;

/**
 * Edits of amounts, exact. A result is rounded half up to two decimals, or to as many as the amount it came from had
 * when those are more. A result below zero, or too large for a price, leaves that variant as it was, and so does a price
 * that is reckoned from one that is not there.
 */
export function applyPriceEdit(product: Product, edit: PriceEdit): Product {
  return eachVariant(product, edit.variants, (variant) => priceFields(variant, edit));
}

function priceFields(variant: Variant, edit: PriceEdit): Partial<Variant> {
  const { price } = variant;
  switch (edit.kind) {
    case 'set-price':
      return { price: edit.price };
    case 'multiply-price':
      return priceField(times(price, edit.by, edit.ending));
    case 'add-to-price':
      return price === null ? {} : priceField(finish(addPrices(price, edit.amount), price, edit.ending));
    case 'price-from-cost': {
      const cost = variant.cost ?? price;
      const result = times(cost, edit.by, edit.ending);
      return result === null ? {} : { price: result, cost };
    }
    case 'round-price':
      return price === null ? {} : priceField(finish(price, price, edit.ending));
    case 'set-compare-at':
      return { compareAtPrice: edit.price };
    case 'clear-compare-at':
      return { compareAtPrice: null };
    case 'compare-at-above': {
      const factor = multiplyPrice(addPrices('100', edit.percent), '0.01');
      const compareAtPrice = times(price, factor, edit.ending);
      return compareAtPrice === null ? {} : { compareAtPrice };
    }
    case 'set-cost':
      return { cost: edit.cost };
  }
}

function priceField(price: string | null): Partial<Variant> {
  return price === null ? {} : { price };
}

function times(price: string | null, factor: string, ending: Ending | undefined): string | null {
  return price === null ? null : finish(multiplyPrice(price, factor), price, ending);
}

/** Brings an exact result into the form of a price; null when it cannot be one. */
function finish(exact: string, origin: string, ending: Ending | undefined): string | null {
  if (exact.startsWith('-')) {
    return null;
  }
  const own = decimalsOf(origin);
  const price = ending
    ? priceEndingIn(exact, ending.to, ending.direction)
    : trimDecimals(roundPrice(exact, Math.max(2, own)), own);
  return Price.safeParse(price).success ? price : null;
}
