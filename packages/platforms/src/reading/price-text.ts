/** An amount displayed on a page, in our format, with its currency when the text clearly gives it. */
export interface ShownPrice {
  price: string;
  /** Null for a sign that several currencies share, such as "$". */
  currency: string | null;
}

const signs: [string, string | null][] = [
  ['US$', 'USD'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₩', 'KRW'],
  ['₫', 'VND'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['฿', 'THB'],
  ['₴', 'UAH'],
  ['₡', 'CRC'],
  ['₪', 'ILS'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['৳', 'BDT'],
  ['Kč', 'CZK'],
  ['د.إ', 'AED'],
  ['ر.س', 'SAR'],
  ['ج.م', 'EGP'],
  ['د.ك', 'KWD'],
  ['ر.ق', 'QAR'],
  ['$', null],
  ['¥', null],
  ['￥', null],
];
const codes =
  'USD EUR GBP CNY JPY BRL TWD HKD AUD CAD CHF SEK NOK DKK PLN CZK KRW INR THB VND IDR MYR SGD MXN AED SAR TRY ZAR RUB EGP KWD QAR PKR BDT NGN UAH ILS HUF NZD'.split(
    ' ',
  );
const sign = signs.map(([text]) => text.replaceAll(/[$.]/g, '\\$&')).join('|');
const unit = `(?:${sign}|\\b(?:${codes.join('|')})\\b)`;
const number = "\\d{1,3}(?:[ \\u00a0\\u202f.,']\\d{3})*(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?";
const before = new RegExp(`(${unit})\\s{0,2}(${number})(?![\\d.,]*\\d)`, 'u');
const after = new RegExp(`(?<![\\d.,])(${number})\\s{0,2}(${unit})`, 'u');

/** Returns the first amount with a currency in a text, in either decimal style; null when there is none. */
export function priceIn(text: string): ShownPrice | null {
  const found = before.exec(text);
  const behind = after.exec(text);
  const first = found !== null && (behind === null || found.index <= behind.index);
  const [named, amount] = first ? [found[1], found[2]] : [behind?.[2], behind?.[1]];
  const price = amount === undefined ? null : plainAmount(amount);
  return price === null || named === undefined ? null : { price, currency: currencyNamed(named) };
}

/**
 * Converts "1.299,00", "1,299.00", "1 299" and "12,5" to a plain decimal. A single separator followed by three digits
 * groups thousands; followed by one or two it is the decimal mark. Returns null for anything that is not an amount.
 */
export function plainAmount(text: string): string | null {
  const compact = text.replaceAll(/[\s\u00a0\u202f']/g, '');
  const decimal = /[.,](\d{1,2})$/.exec(compact);
  const whole = (decimal ? compact.slice(0, decimal.index) : compact).replaceAll(/[.,]/g, '');
  return /^\d{1,12}$/.test(whole)
    ? `${whole.replace(/^0+(?=\d)/, '')}${decimal ? `.${decimal[1]}` : ''}`
    : null;
}

function currencyNamed(named: string): string | null {
  return codes.includes(named) ? named : (signs.find(([text]) => text === named)?.[1] ?? null);
}
