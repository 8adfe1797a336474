import { z } from 'zod/mini';
import { Factor, factorAbove } from '../pricing/amounts.ts';
import { currencyAfter, Exchange, exchanged, rateFor } from '../pricing/exchange.ts';
import { roundMoney } from '../pricing/money.ts';
import { comparePrices, decimalsOf, multiplyPrice, trimDecimals } from '../pricing/price.ts';
import { formula, type PriceRange, PriceRanges } from '../pricing/ranges.ts';
import { Rounding } from '../pricing/rounding.ts';
import { Price, type Variant } from '../product.ts';
import { type Step, step } from './trace.ts';

export const CompareAt = z.discriminatedUnion('kind', [
  /** Keeps the product's compare-at price, converted to the store's currency. */
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('clear') }),
  /** Sets the compare-at price this many percent above the price: "25" makes 100 from 80. */
  z.object({ kind: z.literal('above'), percent: Factor }),
  /** Uses separate ranges, applied to the same base amount as the price. */
  z.object({ kind: z.literal('ranges'), ranges: PriceRanges }),
]);

/** How the prices of a store are computed: from the cost or the price, by ranges, with an exchange rate, rounded. */
export const Pricing = z.object({
  /** Without a cost, the price is used as the cost and is passed on as the cost. */
  from: z._default(z.enum(['price', 'cost']), 'price'),
  ranges: z._default(PriceRanges, []),
  compareAt: z._default(CompareAt, { kind: 'keep' }),
  exchange: z._default(z.nullable(Exchange), null),
  rounding: z._default(Rounding, { to: 'cents', direction: 'nearest' }),
});
export type Pricing = z.infer<typeof Pricing>;

export interface Priced {
  amounts: Pick<Variant, 'price' | 'compareAtPrice' | 'cost'>;
  price: Step[];
  compareAt: Step[];
}

/** Returns the amounts of one variant in the store and the steps that led to them. Exact, and never below zero. */
export function priceVariant(variant: Variant, pricing: Pricing, currency: string | null): Priced {
  const { cost } = variant;
  const begin = beginOf(variant, pricing);
  const price = calculate(
    pricing.ranges.length > 0 ? begin : step('price', variant.price),
    pricing.ranges,
    pricing,
    currency,
  );
  const amount = price.at(-1)?.result ?? variant.price;
  const compareAt = calculateCompareAt(variant, begin, amount, pricing, currency);
  const ownCost = begin.kind === 'price-as-cost' && pricing.ranges.length > 0 ? variant.price : cost;
  return {
    amounts: {
      price: amount,
      compareAtPrice: compareAt.length === 0 ? variant.compareAtPrice : (compareAt.at(-1)?.result ?? null),
      cost: ownCost === null ? null : exchanged(ownCost, pricing.exchange, currency),
    },
    price,
    compareAt,
  };
}

/**
 * Returns the base amount of the calculation: the price itself where no formula uses the cost. A cost of zero counts as
 * no cost.
 */
function beginOf({ cost, price }: Variant, { from, ranges, compareAt }: Pricing): Step {
  const needsCost = ranges.length > 0 || (compareAt.kind === 'ranges' && compareAt.ranges.length > 0);
  if (from === 'price' || !needsCost) {
    return step('price', price);
  }
  return cost === null || comparePrices(cost, '0') === 0 ? step('price-as-cost', price) : step('cost', cost);
}

/**
 * Returns the steps from an amount to a price. There are no steps where nothing changes the amount or the amount is
 * zero.
 */
function calculate(
  begin: Step,
  ranges: readonly PriceRange[],
  { exchange, rounding }: Pricing,
  currency: string | null,
): Step[] {
  const base = begin.result ?? '0';
  const rate = rateFor(exchange, currency);
  const requested = ranges.length > 0 || rate !== null || rounding.to !== 'cents';
  if (!requested || comparePrices(base, '0') === 0) {
    return [];
  }
  const steps = [begin, ...formula(base, ranges)];
  const last = () => steps.at(-1)?.result ?? base;
  if (rate) {
    const { from, to, date } = rate;
    const changed = trimDecimals(multiplyPrice(last(), rate.rate), 2);
    steps.push(step('rate', changed, { from, to, rate: rate.rate, date }));
  }
  const rounded = roundMoney(last(), rounding, currencyAfter(exchange, currency));
  if (comparePrices(rounded, last()) !== 0) {
    steps.push(step('rounded', rounded, { to: rounding.to, direction: rounding.direction }));
  }
  if (!Price.safeParse(last()).success) {
    steps.push(step('no-price', '0'));
  }
  return steps;
}

function calculateCompareAt(
  variant: Variant,
  begin: Step,
  price: string | null,
  pricing: Pricing,
  currency: string | null,
): Step[] {
  const { compareAt, exchange, rounding } = pricing;
  const steps = compareAtSteps();
  const amount = steps.length === 0 ? variant.compareAtPrice : (steps.at(-1)?.result ?? null);
  const touched = steps.length > 0 || price !== variant.price;
  if (touched && amount !== null && price !== null && comparePrices(amount, price) <= 0) {
    const from = steps.length === 0 ? [step('compare-at', amount)] : steps;
    return [...from, step('not-above-price', null, { price })];
  }
  return steps;

  function compareAtSteps(): Step[] {
    switch (compareAt.kind) {
      case 'clear':
        return variant.compareAtPrice === null ? [] : [step('set', null)];
      case 'ranges':
        return compareAt.ranges.length === 0 ? [] : calculate(begin, compareAt.ranges, pricing, currency);
      case 'above': {
        if (price === null) {
          return [];
        }
        const exact = multiplyPrice(price, factorAbove(compareAt.percent));
        const above = trimDecimals(exact, Math.min(2, decimalsOf(exact)));
        const rounded = roundMoney(above, rounding, currencyAfter(exchange, currency));
        const { to, direction } = rounding;
        const from = [step('price', price), step('above', above, { percent: compareAt.percent })];
        const all = rounded === above ? from : [...from, step('rounded', rounded, { to, direction })];
        return Price.safeParse(rounded).success ? all : [...from, step('no-price', null)];
      }
      case 'keep': {
        const own = variant.compareAtPrice;
        return own === null || !rateFor(exchange, currency)
          ? []
          : calculate(step('compare-at', own), [], pricing, currency);
      }
    }
  }
}
