import { addPrices, comparePrices, dividePrice, isPriced, marginPercent, multiplyPrice } from '../price.ts';
import type { Product, Variant } from '../product.ts';
import type { Risk, RiskFacts } from './gate.ts';

/**
 * What a variant costs in the product's currency: its own cost, else what its source takes for it; null when neither is
 * known. A cost of nothing is none, and neither is one that a rule only assumed.
 */
export function costOf(variant: Variant, { currency }: Product, facts: RiskFacts): string | null {
  if (isPriced(variant.cost) && !facts.assumedCosts.has(variant.id)) {
    return variant.cost;
  }
  const { source } = facts;
  const price = source !== null && source.currency === currency ? source.prices[variant.id] : undefined;
  return isPriced(price) ? price : null;
}

/** Every variant that has a price, with its place and its known cost. A price of nothing is no price, and rejected as such. */
function pricedVariants(product: Product, facts: RiskFacts) {
  return product.variants.flatMap((variant, at) =>
    isPriced(variant.price)
      ? [{ id: variant.id, at, price: variant.price, cost: costOf(variant, product, facts) }]
      : [],
  );
}

/** A price that leaves nothing: at the cost or below it. Of several variants the one that loses the most. */
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

/** A price that leaves less than the merchant wants, in percent. Of several variants the one with the lowest margin. */
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

/** A product of which some variant's cost is not known, so that nobody can tell what its price leaves. */
export function unknownMargin(product: Product, facts: RiskFacts): Risk | null {
  const unknown = pricedVariants(product, facts).find(({ cost }) => cost === null);
  return unknown === undefined
    ? null
    : { code: 'risk.margin-unknown', params: {}, field: `variants.${unknown.at}.cost` };
}

/** A price that moved further from what the store has now than the merchant allows, up or down; the largest move. */
export function priceJump(product: Product, facts: RiskFacts, max: string): Risk | null {
  const found = pricedVariants(product, facts).flatMap(({ id, at, price }) => {
    const from = listedPrice(product, facts, id);
    return from === null ? [] : [{ at, from, to: price, percent: changePercent(from, price) }];
  });
  return moved('risk.price-jump', found, max);
}

/**
 * A price that a store's rules put further below the product's own than the merchant allows. What the store already has is
 * compared with that instead (`priceJump`): the merchant accepted it before.
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
  /** How far it moved, without its direction. */
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

/** By how many percent one amount differs from another, without the direction. */
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
