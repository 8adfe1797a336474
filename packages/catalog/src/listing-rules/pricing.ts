import { z } from 'zod/mini';
import { roundMoney } from '../money.ts';
import { addPrices, comparePrices, decimalsOf, isDecimal, multiplyPrice, trimDecimals } from '../price.ts';
import { Currency, Price, type Variant } from '../product.ts';
import { Rounding } from './rounding.ts';
import { type Step, step } from './trace.ts';

const Factor = z.string().check(z.regex(/^\d{1,6}(\.\d{1,8})?$/));
const Amount = z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,4})?$/));

/** The formula for amounts from `from` (inclusive) to `to` (exclusive); null: no upper limit. */
export const PriceRange = z.object({
  from: Price,
  to: z.nullable(Price),
  /** Has no default: a rule with a default factor of one would sell at cost. */
  times: Factor,
  plus: z._default(Amount, '0'),
  /** The result is at least this, in the product's own currency. */
  minimum: z._default(z.nullable(Price), null),
});
export type PriceRange = z.infer<typeof PriceRange>;

const Ranges = z.array(PriceRange).check(
  z.maxLength(50),
  z.refine((ranges) => overlap(ranges) === null, 'The ranges overlap'),
);

/**
 * Returns the first two ranges that overlap, or twice the first range that applies to no amount; null when there is no
 * problem.
 */
export function overlap(ranges: readonly PriceRange[]): [PriceRange, PriceRange] | null {
  const sorted = ranges.toSorted((one, other) => comparePrices(one.from, other.from));
  for (const [index, range] of sorted.entries()) {
    const next = sorted[index + 1];
    if (range.to !== null && comparePrices(range.to, range.from) <= 0) {
      return [range, range];
    }
    if (next && (range.to === null || comparePrices(range.to, next.from) > 0)) {
      return [range, next];
    }
  }
  return null;
}

/** Reports whether a range turns a cost into that cost or less: such a rule sells without any margin. */
export function sellsAtCost({
  times,
  plus,
  minimum,
}: Pick<PriceRange, 'times' | 'plus' | 'minimum'>): boolean {
  return (
    isDecimal(times) &&
    isDecimal(plus) &&
    minimum === null &&
    comparePrices(times, '1') <= 0 &&
    comparePrices(plus, '0') <= 0
  );
}

/** Converts amounts in one of these currencies into the store's currency. */
export const Exchange = z.object({
  to: Currency,
  rates: z.array(z.object({ from: Currency, rate: Factor, date: z.iso.date() })).check(z.maxLength(30)),
  /** The currency assumed for amounts without a known currency; null: they stay as they are. */
  unknown: z._default(z.nullable(Currency), null),
});
export type Exchange = z.infer<typeof Exchange>;

export const CompareAt = z.discriminatedUnion('kind', [
  /** Keeps the product's compare-at price, converted to the store's currency. */
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('clear') }),
  /** Sets the compare-at price this many percent above the price: "25" makes 100 from 80. */
  z.object({ kind: z.literal('above'), percent: Factor }),
  /** Uses separate ranges, applied to the same base amount as the price. */
  z.object({ kind: z.literal('ranges'), ranges: Ranges }),
]);

/** How the prices of a store are computed: from the cost or the price, by ranges, with an exchange rate, rounded. */
export const Pricing = z.object({
  /** Without a cost, the price is used as the cost and is passed on as the cost. */
  from: z._default(z.enum(['price', 'cost']), 'price'),
  ranges: z._default(Ranges, []),
  compareAt: z._default(CompareAt, { kind: 'keep' }),
  exchange: z._default(z.nullable(Exchange), null),
  rounding: z._default(Rounding, { to: 'cents', direction: 'nearest' }),
});
export type Pricing = z.infer<typeof Pricing>;

/** Returns the exchange rate for amounts of this currency; null when they stay as they are. */
export function rateFor(
  exchange: Exchange | null,
  currency: string | null,
): { from: string; to: string; rate: string; date: string } | null {
  const from = currency ?? exchange?.unknown ?? null;
  const found = exchange?.rates.find((rate) => rate.from === from);
  return exchange && found && from !== exchange.to ? { ...found, to: exchange.to } : null;
}

/** Returns the currency of amounts after the rules were applied. */
export function currencyAfter(exchange: Exchange | null, currency: string | null): string | null {
  if (exchange && rateFor(exchange, currency)) {
    return exchange.to;
  }
  return currency ?? (exchange?.unknown === exchange?.to ? (exchange?.unknown ?? null) : null);
}

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

function formula(base: string, ranges: readonly PriceRange[]): Step[] {
  if (ranges.length === 0) {
    return [];
  }
  const range = ranges.find(
    ({ from, to }) => comparePrices(base, from) >= 0 && (to === null || comparePrices(base, to) < 0),
  );
  if (!range) {
    return [step('no-range', base)];
  }
  const steps: Step[] = [];
  let amount = base;
  const take = (kind: Step['kind'], result: string, values: Record<string, string>) => {
    amount = trimDecimals(result, Math.min(2, decimalsOf(result)));
    steps.push(step(kind, amount, values));
  };
  if (ranges.length > 1) {
    take('range', base, { from: range.from, to: range.to ?? '' });
  }
  if (comparePrices(range.times, '1') !== 0) {
    take('times', multiplyPrice(amount, range.times), { by: range.times });
  }
  if (comparePrices(range.plus, '0') !== 0) {
    take('plus', addPrices(amount, range.plus), { amount: range.plus });
  }
  if (range.minimum !== null && comparePrices(amount, range.minimum) < 0) {
    take('minimum', range.minimum, { amount: range.minimum });
  }
  if (comparePrices(amount, '0') < 0) {
    take('not-below-zero', '0.00', {});
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
        const exact = multiplyPrice(price, multiplyPrice(addPrices('100', compareAt.percent), '0.01'));
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

/** Converts an amount that is not displayed: applies the exchange rate and rounds to the smallest coin. */
export function exchanged(amount: string, exchange: Exchange | null, currency: string | null): string {
  const rate = rateFor(exchange, currency);
  if (!rate) {
    return amount;
  }
  const result = roundMoney(multiplyPrice(amount, rate.rate), { to: 'cents', direction: 'nearest' }, rate.to);
  return Price.safeParse(result).success ? result : amount;
}
