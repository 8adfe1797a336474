import { z } from 'zod/mini';
import { addPrices, comparePrices, decimalsOf, isDecimal, multiplyPrice, trimDecimals } from '../price.ts';
import { Currency, Price, type Variant } from '../product.ts';
import { Rounding, roundTo } from './rounding.ts';
import { type Step, step } from './trace.ts';

const Factor = z.string().check(z.regex(/^\d{1,6}(\.\d{1,8})?$/));
const Amount = z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,4})?$/));

/** What is done to amounts from `from` on and below `to`; null: without end. */
export const PriceRange = z.object({
  from: Price,
  to: z.nullable(Price),
  /** Without a default: a rule that was left at times one would sell at the cost. */
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

/** The first two ranges that both hold for some amount, or of which one holds for none; null when all is well. */
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

/** Whether what a range makes of a cost is that cost or less: such a rule sells without any margin. */
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

/** Amounts in one of these currencies become amounts in the store's. */
export const Exchange = z.object({
  to: Currency,
  rates: z.array(z.object({ from: Currency, rate: Factor, date: z.iso.date() })).check(z.maxLength(30)),
  /** What an amount counts as whose currency nobody told; null: it stays as it is. */
  unknown: z._default(z.nullable(Currency), null),
});
export type Exchange = z.infer<typeof Exchange>;

export const CompareAt = z.discriminatedUnion('kind', [
  /** As the product has it, in the store's currency. */
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('clear') }),
  /** This many percent above the price: "25" makes 100 of 80. */
  z.object({ kind: z.literal('above'), percent: Factor }),
  /** By ranges of its own, from the same amount as the price. */
  z.object({ kind: z.literal('ranges'), ranges: Ranges }),
]);

/** How the prices of a store come about: from the cost or the price, by ranges, at a rate, rounded. */
export const Pricing = z.object({
  /** Without a cost the price counts as the cost, and goes along as such. */
  from: z._default(z.enum(['price', 'cost']), 'price'),
  ranges: z._default(Ranges, []),
  compareAt: z._default(CompareAt, { kind: 'keep' }),
  exchange: z._default(z.nullable(Exchange), null),
  rounding: z._default(Rounding, { to: 'cents', direction: 'nearest' }),
});
export type Pricing = z.infer<typeof Pricing>;

/** The rate that holds for amounts of this currency: null when they stay as they are. */
export function rateFor(
  exchange: Exchange | null,
  currency: string | null,
): { from: string; to: string; rate: string; date: string } | null {
  const from = currency ?? exchange?.unknown ?? null;
  const found = exchange?.rates.find((rate) => rate.from === from);
  return exchange && found && from !== exchange.to ? { ...found, to: exchange.to } : null;
}

/** The currency that amounts of this one are in once the rules were applied. */
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

/** The amounts of one variant in the store, and how they came about. Exact, and never below zero. */
export function priceVariant(variant: Variant, pricing: Pricing, currency: string | null): Priced {
  const { cost } = variant;
  const begin = beginOf(variant, pricing);
  const price = reckon(
    pricing.ranges.length > 0 ? begin : step('price', variant.price),
    pricing.ranges,
    pricing,
    currency,
  );
  const amount = price.at(-1)?.result ?? variant.price;
  const compareAt = reckonCompareAt(variant, begin, amount, pricing, currency);
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

/** What is reckoned from: the price itself where no formula asks for the cost. A cost of nothing is none. */
function beginOf({ cost, price }: Variant, { from, ranges, compareAt }: Pricing): Step {
  const asksCost = ranges.length > 0 || (compareAt.kind === 'ranges' && compareAt.ranges.length > 0);
  if (from === 'price' || !asksCost) {
    return step('price', price);
  }
  return cost === null || comparePrices(cost, '0') === 0 ? step('price-as-cost', price) : step('cost', cost);
}

/** Steps from an amount to a price; none where nothing is done to it: no price is made of nothing. */
function reckon(
  begin: Step,
  ranges: readonly PriceRange[],
  { exchange, rounding }: Pricing,
  currency: string | null,
): Step[] {
  const base = begin.result ?? '0';
  const rate = rateFor(exchange, currency);
  const asked = ranges.length > 0 || rate !== null || rounding.to !== 'cents';
  if (!asked || comparePrices(base, '0') === 0) {
    return [];
  }
  const steps = [begin, ...formula(base, ranges)];
  const last = () => steps.at(-1)?.result ?? base;
  if (rate) {
    const { from, to, date } = rate;
    const changed = trimDecimals(multiplyPrice(last(), rate.rate), 2);
    steps.push(step('rate', changed, { from, to, rate: rate.rate, date }));
  }
  const rounded = roundTo(last(), rounding, currencyAfter(exchange, currency));
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

function reckonCompareAt(
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
        return compareAt.ranges.length === 0 ? [] : reckon(begin, compareAt.ranges, pricing, currency);
      case 'above': {
        if (price === null) {
          return [];
        }
        const exact = multiplyPrice(price, multiplyPrice(addPrices('100', compareAt.percent), '0.01'));
        const above = trimDecimals(exact, Math.min(2, decimalsOf(exact)));
        const rounded = roundTo(above, rounding, currencyAfter(exchange, currency));
        const { to, direction } = rounding;
        const from = [step('price', price), step('above', above, { percent: compareAt.percent })];
        const all = rounded === above ? from : [...from, step('rounded', rounded, { to, direction })];
        return Price.safeParse(rounded).success ? all : [...from, step('no-price', null)];
      }
      case 'keep': {
        const own = variant.compareAtPrice;
        return own === null || !rateFor(exchange, currency)
          ? []
          : reckon(step('compare-at', own), [], pricing, currency);
      }
    }
  }
}

/** An amount that nobody shows: at the rate, to the coin. */
export function exchanged(amount: string, exchange: Exchange | null, currency: string | null): string {
  const rate = rateFor(exchange, currency);
  if (!rate) {
    return amount;
  }
  const result = roundTo(multiplyPrice(amount, rate.rate), { to: 'cents', direction: 'nearest' }, rate.to);
  return Price.safeParse(result).success ? result : amount;
}
