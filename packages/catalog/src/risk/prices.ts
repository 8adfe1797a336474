import {
  addPrices,
  comparePrices,
  dividePrice,
  isPriced,
  marginPercent,
  multiplyPrice,
} from '../pricing/price.ts';
import type { Product, Variant } from '../product.ts';
import type { Risk, RiskFacts } from './risks.ts';

/**
 * Returns the cost of a variant in the product's currency: its own cost, else the source's price; null when neither is
 * known. A cost of zero counts as no cost, and so does a cost that a rule only assumed.
 */
export function costOf(variant: Variant, { currency }: Product, facts: RiskFacts): string | null {
  if (isPriced(variant.cost) && !facts.assumedCosts.has(variant.id)) {
    return variant.cost;
  }
  const { source } = facts;
  const price = source !== null && source.currency === currency ? source.prices[variant.id] : undefined;
  return isPriced(price) ? price : null;
}

/**
 * Returns every variant that has a price, with its index and its known cost. A price of zero counts as no price and is
 * rejected as such.
 */
function pricedVariants(product: Product, facts: RiskFacts) {
  return product.variants.flatMap((variant, at) =>
    isPriced(variant.price)
      ? [{ id: variant.id, at, price: variant.price, cost: costOf(variant, product, facts) }]
      : [],
  );
}

/** Finds a price at or below the cost. Of several variants, returns the one with the largest loss. */
export function notAboveCost(product: Product, facts: RiskFacts): Risk | null {
  const found = pricedVariants(product, facts).flatMap(({ at, price, cost }) =>
    cost !== null && comparePrices(price, cost) <= 0
      ? [{ at, price, cost, margin: marginPercent(price, cost, 4) ?? '0' }]
      : [],
  );
  const worst = least(found, ({ margin }) => margin);
  return worst === null
    ? null
    : {
        code: 'risk.below-cost',
        params: { price: worst.price, cost: worst.cost, currency: product.currency ?? '' },
        field: `variants.${worst.at}.price`,
      };
}

/**
 * Finds a price with a margin below the merchant's minimum, in percent. Of several variants, returns the one with the
 * lowest margin.
 */
export function lowMargin(product: Product, facts: RiskFacts, min: string): Risk | null {
  const found = pricedVariants(product, facts).flatMap(({ at, price, cost }) => {
    const margin = cost === null ? null : marginPercent(price, cost, 2);
    return cost !== null && margin !== null && comparePrices(margin, min) < 0
      ? [{ at, price, cost, margin }]
      : [];
  });
  const worst = least(found, ({ margin }) => margin);
  if (worst === null) {
    return null;
  }
  const { at, price, cost, margin } = worst;
  const shown = marginPercent(price, cost) ?? margin;
  return {
    code: 'risk.margin',
    params: { price, cost, margin: shown, min },
    field: `variants.${at}.price`,
  };
}

/** Finds a variant with an unknown cost, whose margin is therefore unknown. */
export function unknownMargin(product: Product, facts: RiskFacts): Risk | null {
  const unknown = pricedVariants(product, facts).find(({ cost }) => cost === null);
  return unknown === undefined
    ? null
    : { code: 'risk.margin-unknown', params: {}, field: `variants.${unknown.at}.cost` };
}

/**
 * Finds a price that differs from the store's current price by more than the merchant allows, up or down. Returns the
 * largest change.
 */
export function priceJump(product: Product, facts: RiskFacts, max: string): Risk | null {
  const found = pricedVariants(product, facts).flatMap(({ id, at, price }) => {
    const from = listedPrice(product, facts, id);
    return from === null ? [] : [{ at, from, to: price, percent: changePercent(from, price) }];
  });
  return moved('risk.price-jump', found, max);
}

/**
 * Finds a price that a store's rules put further below the product's own price than the merchant allows. A price that
 * the store already has is compared with the listed price instead (`priceJump`), because the merchant accepted it
 * before.
 */
export function priceDrop(product: Product, facts: RiskFacts, max: string): Risk | null {
  const { own } = facts;
  if (own === null || own.currency !== product.currency) {
    return null;
  }
  const found = pricedVariants(product, facts).flatMap(({ id, at, price }) => {
    const from = own.prices[id];
    return isPriced(from) && listedPrice(product, facts, id) === null && comparePrices(price, from) < 0
      ? [{ at, from, to: price, percent: changePercent(from, price) }]
      : [];
  });
  return moved('risk.price-drop', found, max);
}

function listedPrice({ currency }: Product, { listed }: RiskFacts, id: string): string | null {
  const price = listed !== null && listed.currency === currency ? listed.prices[id] : undefined;
  return isPriced(price) ? price : null;
}

interface Move {
  at: number;
  from: string;
  to: string;
  /** Size of the change, without its direction. */
  percent: string;
}

function moved(code: Risk['code'], moves: readonly Move[], max: string): Risk | null {
  const far = moves.filter(({ percent }) => comparePrices(percent, max) > 0);
  const worst = least(far, ({ percent }) => `-${percent}`);
  if (worst === null) {
    return null;
  }
  const { at, from, to } = worst;
  return {
    code,
    params: { from, to, percent: changePercent(from, to, 0), max },
    field: `variants.${at}.price`,
  };
}

/** Returns by how many percent one amount differs from another, without the direction. */
function changePercent(from: string, to: string, decimals = 2): string {
  const change = addPrices(to, multiplyPrice(from, '-1')).replace('-', '');
  return dividePrice(multiplyPrice(change, '100'), from, decimals);
}

function least<Item>(items: readonly Item[], of: (item: Item) => string): Item | null {
  return items.reduce<Item | null>(
    (held, item) => (held === null || comparePrices(of(item), of(held)) < 0 ? item : held),
    null,
  );
}
