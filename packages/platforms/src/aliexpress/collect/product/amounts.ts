import { currencyDecimals } from '@bowerbird/catalog/pricing/money';
import { currencyOf } from '../../../collecting/pages/variant-rows.ts';
import { fromMinorUnits } from '../../../reading/minor-units.ts';
import { plainAmount, priceIn } from '../../../reading/price-text.ts';
import { isObject, textOf, type UnreadObject } from '../../../reading/unread.ts';

const priceForm = /^\d{1,12}(?:\.\d{1,4})?$/;

/** Current price and former price of one piece, with the currency when the entry gives it. */
export interface Requested {
  price: string | null;
  compareAt: string | null;
  currency: string | null;
}

/**
 * Returns an amount sent as a number or as plain decimals; null for nothing, for zero and for anything that is no
 * amount.
 */
export function plainNumber(sent: unknown): string | null {
  const text = typeof sent === 'number' ? String(sent) : (textOf(sent) ?? '');
  if (priceForm.test(text)) {
    return Number(text) > 0 ? text : null;
  }
  // 9.799999999999999 is a computed 9.8.
  const rounded = typeof sent === 'number' ? String(Math.round(sent * 10_000) / 10_000) : '';
  return priceForm.test(rounded) && Number(rounded) > 0 ? rounded : null;
}

/**
 * Returns the first amount in a displayed text, in any number style: "1.234,56 €", "₩11,930", "US $1.20 - 3.40". The
 * digits after the last separator decide: one or two digits are decimals; three are thousands, or decimals in a
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
  const thousandths = currencyDecimals(currency) === 3 ? /^(.*)[.,](\d{3})$/.exec(compact) : null;
  const amount = thousandths
    ? `${(thousandths[1] ?? '').replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '')}.${thousandths[2]}`
    : plainAmount(compact);
  return amount !== null && priceForm.test(amount) && Number(amount) > 0 ? amount : null;
}

/**
 * Returns an amount from the source's objects: its value, otherwise its text (the field name is spelt with one t),
 * otherwise its cents.
 */
export function amountOf(sent: unknown, currency: string | null = null): string | null {
  if (!isObject(sent)) {
    return plainNumber(sent);
  }
  const own = currencyIn(sent) ?? currency;
  const cents = sent.cent === undefined ? null : fromMinorUnits(sent.cent, currencyDecimals(own));
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
 * Reads a price entry of the page's answer: the price of an upcoming sale, of the current sale, otherwise the text. The
 * original price counts as a former price only when it is higher, and as the price when there is no sale (`readme.md`,
 * Product pages).
 */
export function requestedIn(entry: unknown, currency: string | null): Requested {
  if (!isObject(entry)) {
    return { price: null, compareAt: null, currency: null };
  }
  const text = textOf(entry.salePriceString);
  // "$9.80|9|80": the text, its whole part and its fraction.
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

/** Returns the former price, when it is higher than the price. */
export function higher(former: string | null, price: string | null): string | null {
  return former !== null && price !== null && Number(former) > Number(price) ? former : null;
}

export function currencyIn(sent: unknown): string | null {
  return isObject(sent) ? (currencyOf(sent.currency) ?? currencyOf(sent.currencyCode)) : null;
}

/** Returns what was sent as a price, so that a person can see why it was not readable. */
export function shownEntry(entry: UnreadObject): string {
  const sale = isObject(entry.salePrice) ? entry.salePrice.value : entry.salePrice;
  return String(
    textOf(entry.salePriceString) ??
      textOf(entry.salePriceLocal) ??
      (typeof sale === 'object' ? '' : (sale ?? '')),
  );
}
