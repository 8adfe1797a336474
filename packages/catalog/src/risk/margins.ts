import { comparePrices, marginPercent } from '../pricing/price.ts';
import type { Product } from '../product.ts';
import { costOf } from './prices.ts';
import type { RiskFacts } from './risks.ts';

/** The margin of one variant: with the merchant's price, and with the price that the store would get. */
export interface VariantMargin {
  variantId: string;
  /** The merchant's own price in the store's currency; null where it cannot be converted into that currency. */
  ownPrice: string | null;
  /** Null while the variant has no price. */
  price: string | null;
  compareAtPrice: string | null;
  /** In the store's currency; null when unknown. */
  cost: string | null;
  /** Whole percent; null without a cost or a price. */
  marginBefore: string | null;
  marginAfter: string | null;
}

/** Returns the margins of every variant of a product as a store would get it, in the product's currency. */
export function marginsOf(product: Product, facts: RiskFacts): VariantMargin[] {
  const { own } = facts;
  return product.variants.map((variant) => {
    const cost = costOf(variant, product, facts);
    const ownPrice = own !== null && own.currency === product.currency ? own.prices[variant.id] : undefined;
    return {
      variantId: variant.id,
      ownPrice: ownPrice ?? null,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      cost,
      marginBefore:
        cost === null || ownPrice === undefined || ownPrice === null ? null : marginPercent(ownPrice, cost),
      marginAfter: cost === null || variant.price === null ? null : marginPercent(variant.price, cost),
    };
  });
}

/**
 * Returns the variant to look at first: one with an unknown margin, else the one with the lowest margin; null without
 * variants.
 */
export function leastMargin(margins: readonly VariantMargin[]): VariantMargin | null {
  return margins.reduce<VariantMargin | null>(
    (held, each) => (held === null || isLess(each.marginAfter, held.marginAfter) ? each : held),
    null,
  );
}

function isLess(one: string | null, other: string | null): boolean {
  return other !== null && (one === null || comparePrices(one, other) < 0);
}
