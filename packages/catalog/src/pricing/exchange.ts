import { z } from 'zod/mini';
import { Currency, Price } from '../product.ts';
import { Factor } from './amounts.ts';
import { roundMoney } from './money.ts';
import { multiplyPrice } from './price.ts';

/** Converts amounts in one of these currencies into the store's currency. */
export const Exchange = z.object({
  to: Currency,
  rates: z.array(z.object({ from: Currency, rate: Factor, date: z.iso.date() })).check(z.maxLength(30)),
  /** The currency assumed for amounts without a known currency; null: they stay as they are. */
  unknown: z._default(z.nullable(Currency), null),
});
export type Exchange = z.infer<typeof Exchange>;

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

/** Converts an amount that is not displayed: applies the exchange rate and rounds to the smallest coin. */
export function exchanged(amount: string, exchange: Exchange | null, currency: string | null): string {
  const rate = rateFor(exchange, currency);
  if (!rate) {
    return amount;
  }
  const result = roundMoney(multiplyPrice(amount, rate.rate), { to: 'cents', direction: 'nearest' }, rate.to);
  return Price.safeParse(result).success ? result : amount;
}
