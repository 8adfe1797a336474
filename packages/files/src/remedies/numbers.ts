/** Signs and words of currencies that stand before or after an amount. */
const currency =
  /^(?:[¥￥$€£₩₹₫฿₽]|R\$|US\$|NT\$|HK\$|A\$|C\$|RMB|CNY|USD|EUR|GBP|TWD|HKD|BRL|JPY|人民币|元|円)\s{0,3}|\s{0,3}(?:[¥￥$€£₩₹₫฿₽元円圆圓块]|R\$|RMB|CNY|USD|EUR|GBP|TWD|HKD|BRL|JPY|人民币|美元|美金|新台币|新台幣)(?:\/\p{L}{1,3})?$/giu;

/** Returns an amount without the sign of its currency; as it is where nothing but a sign would be left. */
export function withoutCurrency(value: string): string {
  const bare = value.trim().replace(currency, '').trim();
  return /\d/.test(bare) ? bare : value;
}

/**
 * `1.234,50` is `1234.50`, and `1.234` is `1234`: where commas are decimal, points stand before thousands. Returns the value
 * as it is where it is no such number.
 */
export function withDecimalPoint(value: string): string {
  const text = value.trim();
  if (/^-?\d{1,3}(?:\.\d{3}){1,5}$/.test(text)) {
    return text.replaceAll('.', '');
  }
  return /^-?\d{1,3}(?:[. ']\d{3}){1,5},\d{1,10}$/.test(text)
    ? text.replace(/[. ']/g, '').replace(',', '.')
    : /^-?\d{1,15},\d{1,10}$/.test(text)
      ? text.replace(',', '.')
      : value;
}

/** Takes out a separator that stands before groups of three digits, or of four as some write in Chinese. */
export function withoutThousands(value: string, separator: string): string {
  const text = value.trim();
  const decimal = separator === '.' ? ',' : '.';
  const [whole = '', decimals] = text.split(decimal);
  const [first = '', ...groups] = whole.split(separator);
  const isGrouped =
    groups.length > 0 &&
    /^-?\d{1,4}$/.test(first) &&
    (groups.every((group) => /^\d{3}$/.test(group)) || groups.every((group) => /^\d{4}$/.test(group))) &&
    (decimals === undefined || /^\d{1,10}$/.test(decimals)) &&
    text.split(decimal).length <= 2;
  return isGrouped ? first + groups.join('') + (decimals === undefined ? '' : `.${decimals}`) : value;
}

/** Returns a barcode with its check digit (GS1), where it has the length of one that lacks it. */
export function withCheckDigit(value: string): string {
  const digits = value.trim();
  if (!/^(?:\d{7}|\d{11,13})$/.test(digits) || isChecked(digits)) {
    return value;
  }
  return digits + checkDigit(digits);
}

/** Reports whether the last digit of a barcode is the check digit of the others. */
export function isChecked(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((held, digit, at) => held + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
