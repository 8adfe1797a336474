import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { StorePrices } from '@bowerbird/contract/listing/prices';
import type { Format } from '../../../lib/text/format.ts';

export type PriceSpan = StorePrices['spans'][number];

/** Maximum number of currencies named on a button. */
const currenciesMax = 2;

/** Combines the price ranges of several stores into one for each currency, the one with most products first. */
export function widestSpans(spans: readonly PriceSpan[]): PriceSpan[] {
  const widest = new Map<string | null, PriceSpan>();
  for (const span of spans) {
    const held = widest.get(span.currency);
    widest.set(span.currency, {
      currency: span.currency,
      min: held && comparePrices(held.min, span.min) < 0 ? held.min : span.min,
      max: held && comparePrices(held.max, span.max) > 0 ? held.max : span.max,
      count: (held?.count ?? 0) + span.count,
    });
  }
  return [...widest.values()].sort((one, other) => other.count - one.count);
}

/** Formats price ranges, two currencies at most: "$12.90–$89.00 USD, €11.00–€80.00 EUR, …". */
export function spanText(format: Format, spans: readonly PriceSpan[]): string {
  const named = spans.slice(0, currenciesMax).map(({ currency, min, max }) => {
    const to = format.money(max, currency, { code: true });
    return comparePrices(min, max) === 0 ? to : `${format.money(min, currency)}–${to}`;
  });
  return [...named, ...(spans.length > currenciesMax ? ['…'] : [])].join(', ');
}
