import { currencyOf } from '../collecting/variant-rows.ts';
import { decimalsOf, fromMinorUnits } from '../minor-units.ts';
import { plainAmount, priceIn } from '../price-text.ts';
import { isObject, textOf, type UnreadObject } from '../unread.ts';

const priceForm = /^\d{1,12}(?:\.\d{1,4})?$/;

/** What a shopper pays for one, and what was asked before; in the currency, where the entry tells it. */
export interface Asked {
  price: string | null;
  compareAt: string | null;
  currency: string | null;
}

/** An amount sent as a number or as plain decimals; null for nothing, for zero and for what is no amount. */
export function plainNumber(sent: unknown): string | null {
  const text = typeof sent === 'number' ? String(sent) : (textOf(sent) ?? '');
  if (priceForm.test(text)) {
    return Number(text) > 0 ? text : null;
  }
  // 9.799999999999999 is 9.8 that was computed.
  const rounded = typeof sent === 'number' ? String(Math.round(sent * 10_000) / 10_000) : '';
  return priceForm.test(rounded) && Number(rounded) > 0 ? rounded : null;
}

/**
 * The first amount in a text as shoppers see it, in whatever style: "1.234,56 €", "₩11,930", "US $1.20 - 3.40". What stands
 * behind the last separator decides: one or two digits are decimals, three are thousands, or decimals in a
 * currency that has three.
 */
export function shownAmount(shown: string | null, currency: string | null = null): string | null {
  const text = shown?.slice(0, 80) ?? '';
  const found = /\d(?:[\d.,'’\s\u00a0\u202f]*\d)?/u.exec(text);
  if (found === null) {
    return null;
  }
  const [digits] = found;
  const before = text.slice(0, found.index);
  if (/[-−]\s?$/.test(before) || /^e[+-]?\d/i.test(text.slice(found.index + digits.length))) {
    return null;
  }
  const compact = digits.replaceAll(/[’'\s\u00a0\u202f]/g, '');
  const thousandths = decimalsOf(currency) === 3 ? /^(.*)[.,](\d{3})$/.exec(compact) : null;
  const amount = thousandths
    ? `${(thousandths[1] ?? '').replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '')}.${thousandths[2]}`
    : plainAmount(compact);
  return amount !== null && priceForm.test(amount) && Number(amount) > 0 ? amount : null;
}

/** An amount as the source's objects carry it: its value, else its text (spelt with one t), else its cents. */
export function amountOf(sent: unknown, currency: string | null = null): string | null {
  if (!isObject(sent)) {
    return plainNumber(sent);
  }
  const own = currencyIn(sent) ?? currency;
  const cents = sent.cent === undefined ? null : fromMinorUnits(sent.cent, decimalsOf(own));
  return (
    plainNumber(sent.value) ??
    shownAmount(
      textOf(sent.formatedAmount) ?? textOf(sent.formattedAmount) ?? textOf(sent.formattedPrice),
      own,
    ) ??
    plainNumber(cents)
  );
}

/**
 * A price entry of the page's answer: the price of a sale about to begin, of the sale, else as text; the original price
 * counts as a former one only where it is higher, and as the price where there is no sale at all (`readme.md`, Product pages).
 */
export function askedIn(entry: unknown, currency: string | null): Asked {
  if (!isObject(entry)) {
    return { price: null, compareAt: null, currency: null };
  }
  const text = textOf(entry.salePriceString);
  // "$9.80|9|80": the text, its whole and its fraction.
  const local = textOf(entry.salePriceLocal)?.split('|')[0] ?? null;
  const own =
    [entry.warmUpPrice, entry.salePrice, entry.originalPrice].map(currencyIn).find((code) => code !== null) ??
    null;
  const said = own ?? priceIn(text ?? local ?? '')?.currency ?? null;
  const known = said ?? currency;
  const onSale = ['warmUpPrice', 'salePrice', 'salePriceString', 'salePriceLocal'].some(
    (key) => entry[key] !== undefined && entry[key] !== null,
  );
  const original =
    amountOf(entry.originalPrice, known) ?? shownAmount(textOf(entry.originalPriceString), known);
  const sale =
    amountOf(entry.warmUpPrice, known) ??
    amountOf(entry.salePrice, known) ??
    shownAmount(text, known) ??
    shownAmount(local, known);
  const price = onSale ? sale : original;
  return { price, compareAt: higher(original, price), currency: said };
}

/** A former price, where it is one. */
export function higher(former: string | null, price: string | null): string | null {
  return former !== null && price !== null && Number(former) > Number(price) ? former : null;
}

export function currencyIn(sent: unknown): string | null {
  return isObject(sent) ? (currencyOf(sent.currency) ?? currencyOf(sent.currencyCode)) : null;
}

/** What was sent for a price, for a person to see why it was none. */
export function shownEntry(entry: UnreadObject): string {
  const sale = isObject(entry.salePrice) ? entry.salePrice.value : entry.salePrice;
  return String(
    textOf(entry.salePriceString) ??
      textOf(entry.salePriceLocal) ??
      (typeof sale === 'object' ? '' : (sale ?? '')),
  );
}
