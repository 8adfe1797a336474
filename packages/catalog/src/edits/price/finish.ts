import { currencyDecimals, roundMoney } from '../../pricing/money.ts';
import { decimalsOf, multiplyPrice, roundPrice, trimDecimals } from '../../pricing/price.ts';
import type { Ending } from '../../pricing/rounding.ts';
import { Price, type Variant } from '../../product.ts';
import type { Scope } from '../kind.ts';

/** What a computed amount needs to become a price: the currency, the last digits, and where a refusal is said. */
export interface Finishing {
  currency: string | null;
  ending?: Ending | undefined;
  variant: Variant;
  scope: Scope;
}

/**
 * Converts an exact result into a price. It is rounded half up to the decimals of the currency, or to as many decimals as
 * `origin` uses when it uses more. Null, refused, for a result below zero or too large.
 */
export function finish(
  exact: string,
  origin: string,
  { currency, ending, variant, scope }: Finishing,
): string | null {
  if (exact.startsWith('-')) {
    scope.refuse('price-below-zero', { variant: variant.id, result: exact });
    return null;
  }
  const price = ending
    ? roundMoney(exact, { to: ending.to, direction: ending.direction ?? 'nearest' }, currency)
    : inCurrency(exact, origin, currency);
  if (!Price.safeParse(price).success) {
    scope.refuse('price-too-large', { variant: variant.id, result: price });
    return null;
  }
  return price;
}

/** Multiplies a known amount; null where it is not known or the result is refused. */
export function times(amount: string | null, factor: string, finishing: Finishing): string | null {
  return amount === null ? null : finish(multiplyPrice(amount, factor), amount, finishing);
}

/** Rounds to the currency's decimals, or to those that `origin` uses beyond them; a whole amount stays as whole as `origin`. */
function inCurrency(exact: string, origin: string, currency: string | null): string {
  const usual = currencyDecimals(currency);
  const used = decimalsOf(trimDecimals(origin));
  const rounded = roundPrice(exact, Math.max(usual, used));
  const short = trimDecimals(rounded, decimalsOf(origin));
  const decimals = decimalsOf(short);
  return decimals > 0 && decimals < usual ? roundPrice(short, usual) : short;
}
