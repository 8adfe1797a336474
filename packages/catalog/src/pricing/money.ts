import { comparePrices, priceEndingIn, roundPrice } from './price.ts';

/** Currencies without a minor unit (ISO 4217, minor unit 0). */
const withoutMinorUnit = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/** Currencies whose minor unit is a thousandth (ISO 4217, minor unit 3). */
const withThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Returns the number of decimals of an amount in this currency (ISO 4217: 0, 2 or 3); 2 for an unknown or missing one. */
export function currencyDecimals(currency: string | null): 0 | 2 | 3 {
  if (currency === null) {
    return 2;
  }
  return withoutMinorUnit.has(currency) ? 0 : withThousandths.has(currency) ? 3 : 2;
}

/** What a price is rounded to: the currency's smallest unit, or an ending as in `priceEndingIn`, and the direction. */
export interface MoneyRounding {
  /** `cents` is the smallest unit of the currency, `integer` a whole unit; else last digits such as `.99` or `9.90`. */
  to: string;
  direction: 'nearest' | 'up' | 'down';
}

/**
 * Rounds an amount (a decimal string) to what its currency has. Zero stays zero. In a currency without a minor unit an
 * ending such as `.99` means whole units, as such a price cannot exist there.
 */
export function roundMoney(
  amount: string,
  { to, direction }: MoneyRounding,
  currency: string | null,
): string {
  const decimals = currencyDecimals(currency);
  if (to === 'cents' || comparePrices(amount, '0') === 0) {
    return roundPrice(amount, decimals, direction === 'nearest' ? 'half-up' : direction);
  }
  if (to === '0.00') {
    return roundPrice(priceEndingIn(amount, to, direction), decimals);
  }
  return priceEndingIn(amount, decimals === 0 ? 'integer' : to, direction);
}
