import { z } from 'zod/mini';
import { currencyDecimals, roundMoney } from '../money.ts';
import { addPrices, decimalsOf, multiplyPrice, roundPrice, trimDecimals } from '../price.ts';
import { Price, type Product, type Variant } from '../product.ts';
import { chosenVariants, eachVariant } from './variants.ts';

/** The factor by which a price is multiplied, as a decimal string: "2.8". */
const Factor = z.string().check(z.regex(/^\d{1,6}(\.\d{1,8})?$/));
const Amount = z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,4})?$/));

/**
 * The last digits that a price should have, such as ".90", "9.99" or "integer", and the direction in which to look for
 * them.
 */
export const Ending = z.object({
  to: z.string().check(z.regex(/^(integer|\d{0,4}\.\d{1,4})$/)),
  direction: z.optional(z.enum(['nearest', 'up', 'down'])),
});
export type Ending = z.infer<typeof Ending>;

const ending = z.optional(Ending);

export const PriceEdit = z.discriminatedUnion('kind', [
  /** Null removes the price: such a product is not listed until it has one again. */
  z.object({ kind: z.literal('set-price'), price: z.nullable(Price), ...chosenVariants }),
  z.object({ kind: z.literal('multiply-price'), by: Factor, ending, ...chosenVariants }),
  z.object({ kind: z.literal('add-to-price'), amount: Amount, ending, ...chosenVariants }),
  /**
   * Sets the price to the cost times this factor. Without a cost, the present price is used as the cost and stored as
   * it.
   */
  z.object({ kind: z.literal('price-from-cost'), by: Factor, ending, ...chosenVariants }),
  z.object({ kind: z.literal('round-price'), ending: Ending, ...chosenVariants }),
  z.object({ kind: z.literal('set-compare-at'), price: Price, ...chosenVariants }),
  z.object({ kind: z.literal('clear-compare-at'), ...chosenVariants }),
  /** Sets the compare-at price this many percent above the price: "25" makes 100 from 80. */
  z.object({ kind: z.literal('compare-at-above'), percent: Factor, ending, ...chosenVariants }),
  z.object({ kind: z.literal('set-cost'), cost: z.nullable(Price), ...chosenVariants }),
]);
export type PriceEdit = z.infer<typeof PriceEdit>;

/**
 * Applies an edit of prices with exact arithmetic. A result is rounded half up to the decimals of the product's currency,
 * or to as many decimals as the original amount uses when it uses more. A result below zero or too large for a price leaves that variant
 * unchanged, and so does a price that would be computed from a missing one.
 */
export function applyPriceEdit(product: Product, edit: PriceEdit): Product {
  return eachVariant(product, edit.variants, (variant) => priceFields(variant, edit, product.currency));
}

function priceFields(variant: Variant, edit: PriceEdit, currency: string | null): Partial<Variant> {
  const { price } = variant;
  switch (edit.kind) {
    case 'set-price':
      return { price: edit.price };
    case 'multiply-price':
      return priceField(times(price, edit.by, edit.ending, currency));
    case 'add-to-price':
      return price === null
        ? {}
        : priceField(finish(addPrices(price, edit.amount), price, edit.ending, currency));
    case 'price-from-cost': {
      const cost = variant.cost ?? price;
      const result = times(cost, edit.by, edit.ending, currency);
      return result === null ? {} : { price: result, cost };
    }
    case 'round-price':
      return price === null ? {} : priceField(finish(price, price, edit.ending, currency));
    case 'set-compare-at':
      return { compareAtPrice: edit.price };
    case 'clear-compare-at':
      return { compareAtPrice: null };
    case 'compare-at-above': {
      const factor = multiplyPrice(addPrices('100', edit.percent), '0.01');
      const compareAtPrice = times(price, factor, edit.ending, currency);
      return compareAtPrice === null ? {} : { compareAtPrice };
    }
    case 'set-cost':
      return { cost: edit.cost };
  }
}

function priceField(price: string | null): Partial<Variant> {
  return price === null ? {} : { price };
}

function times(
  price: string | null,
  factor: string,
  ending: Ending | undefined,
  currency: string | null,
): string | null {
  return price === null ? null : finish(multiplyPrice(price, factor), price, ending, currency);
}

/** Converts an exact result into a price of this currency; null when that is not possible. */
function finish(
  exact: string,
  origin: string,
  ending: Ending | undefined,
  currency: string | null,
): string | null {
  if (exact.startsWith('-')) {
    return null;
  }
  const price = ending
    ? roundMoney(exact, { to: ending.to, direction: ending.direction ?? 'nearest' }, currency)
    : inCurrency(exact, origin, currency);
  return Price.safeParse(price).success ? price : null;
}

/** Rounds to the currency's decimals, or to those that `origin` uses beyond them; a whole amount stays as whole as `origin`. */
function inCurrency(exact: string, origin: string, currency: string | null): string {
  const usual = currencyDecimals(currency);
  const used = decimalsOf(trimDecimals(origin));
  const rounded = roundPrice(exact, Math.max(usual, used));
  const short = trimDecimals(rounded, decimalsOf(origin));
  const decimals = decimalsOf(short);
  return decimals > 0 && decimals < usual ? roundPrice(short, usual) : short;
}
