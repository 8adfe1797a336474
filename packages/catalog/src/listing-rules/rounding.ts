import { z } from 'zod/mini';
import { comparePrices, priceEndingIn, roundPrice } from '../price.ts';

/**
 * How a price is rounded at the end: to the smallest coin (`cents`), to whole units (`integer`), to whole tens
 * (`0.00`), or to last digits such as `.99`, `.95`, `.90` and `9.90`; and the direction of rounding.
 */
export const Rounding = z.object({
  to: z.string().check(z.regex(/^(cents|integer|\d{0,4}\.\d{1,4})$/)),
  direction: z.enum(['nearest', 'up', 'down']),
});
export type Rounding = z.infer<typeof Rounding>;

/** Currencies without a minor unit (ISO 4217, minor unit 0). */
const withoutCoins = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);

/** Returns the number of decimals of an amount in this currency; two when the currency is unknown. */
export function coinDecimals(currency: string | null): 0 | 2 {
  return currency !== null && withoutCoins.has(currency) ? 0 : 2;
}

/**
 * Returns the rounded amount. A currency without a minor unit gets no decimals: `.99` means whole units there. Zero
 * stays zero.
 */
export function roundTo(amount: string, { to, direction }: Rounding, currency: string | null): string {
  const decimals = coinDecimals(currency);
  if (to === 'cents' || comparePrices(amount, '0') === 0) {
    const mode = direction === 'nearest' ? 'half-up' : direction;
    return roundPrice(amount, decimals, mode);
  }
  if (to === '0.00') {
    return roundPrice(priceEndingIn(amount, to, direction), decimals);
  }
  return priceEndingIn(amount, decimals === 0 ? 'integer' : to, direction);
}
