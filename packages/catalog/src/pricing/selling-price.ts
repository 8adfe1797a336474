import { z } from 'zod/mini';
import { Price, type Weight } from '../product.ts';
import { Factor } from './amounts.ts';
import { addPrices, comparePrices, dividePrice, isDecimal, multiplyPrice, roundPrice } from './price.ts';
import { inGrams } from './weights.ts';

/** What shipping costs up to a weight, in grams; in the currency of the price. */
export const ShippingRate = z.strictObject({
  upTo: z.string().check(z.regex(/^\d{1,9}(\.\d{1,4})?$/)),
  price: Price,
});
export type ShippingRate = z.infer<typeof ShippingRate>;

const rate = Factor.check(
  z.refine((value) => !isDecimal(value) || comparePrices(value, '0') > 0, 'The rate is zero'),
);

/** What selling costs, as fields of an edit. */
export const sellingCosts = {
  /** The part of the price that the marketplace keeps, in percent. */
  commission: Factor,
  /** Price currency for one unit of the cost's currency, and the day of that rate; left out where both are one currency. */
  rate: z.optional(rate),
  rateDate: z.optional(z.iso.date()),
  /** By weight, the lightest first; empty: shipping costs nothing. */
  shipping: z.array(ShippingRate).check(
    z.maxLength(50),
    z.refine(
      (rates) =>
        rates.every(
          ({ upTo }, at) =>
            at === 0 ||
            !isDecimal(upTo) ||
            !isDecimal(rates[at - 1]?.upTo ?? '') ||
            comparePrices(rates[at - 1]?.upTo ?? '', upTo) < 0,
        ),
      'The weights do not rise',
    ),
  ),
};
const Costs = z.strictObject(sellingCosts);
export type SellingCosts = z.infer<typeof Costs>;

/** What a variant brings to the calculation. */
export interface Sold {
  /** In its own currency. */
  cost: string | null;
  weight: Weight | null;
}

/** What has to be known and is not: the cost, or what shipping costs at this weight, which may be missing or too heavy. */
export type Unknown = 'cost' | 'shipping';

/** Returns cost and shipping of one piece in the currency of the price, exactly. */
export function spentOn(
  sold: Sold,
  { rate: by, shipping }: SellingCosts,
): { spent: string } | { unknown: Unknown } {
  if (sold.cost === null) {
    return { unknown: 'cost' };
  }
  const cost = by === undefined ? sold.cost : multiplyPrice(sold.cost, by);
  if (shipping.length === 0) {
    return { spent: cost };
  }
  const grams = sold.weight === null ? null : inGrams(sold.weight);
  const sent = grams === null ? undefined : shipping.find(({ upTo }) => comparePrices(grams, upTo) <= 0);
  return sent === undefined ? { unknown: 'shipping' } : { spent: addPrices(cost, sent.price) };
}

/**
 * Returns the price of which this margin, in percent, is left after cost, shipping and commission: to twelve decimals.
 * Null where commission and margin together leave nothing to pay them from.
 */
export function sellingPrice(spent: string, commission: string, margin: string): string | null {
  const left = addPrices('100', multiplyPrice(addPrices(commission, margin), '-1'));
  return comparePrices(left, '0') <= 0 ? null : dividePrice(multiplyPrice(spent, '100'), left, 12);
}

/** Returns the margin in percent that a price leaves, to two decimals and below zero for a loss; null at a price of zero. */
export function marginLeft(price: string, spent: string, commission: string): string | null {
  if (comparePrices(price, '0') === 0) {
    return null;
  }
  const kept = multiplyPrice(price, multiplyPrice(addPrices('100', multiplyPrice(commission, '-1')), '0.01'));
  const profit = addPrices(kept, multiplyPrice(spent, '-1'));
  return roundPrice(dividePrice(multiplyPrice(profit, '100'), price, 12), 2);
}

/** Returns the amount spent as it is shown: to the hundredth. */
export function trimmedSpent(spent: string): string {
  return roundPrice(spent, 2);
}
