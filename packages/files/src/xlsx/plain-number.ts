import { trimDecimals } from '@bowerbird/catalog/pricing/price';

/** A number as text without an exponent. */
export interface PlainNumber {
  text: string;
  /** It has more than 15 digits before the point: the spreadsheet has replaced the others by zeros. */
  digitsLost: boolean;
}

/** Numbers from here on have 16 digits. */
const digitsEnd = 1e15;

/**
 * Returns a number as a workbook stores it (`9816088.0`, `4.006381333931E12`, `12.499999999999998`) the way a person typed
 * it: by its first 15 digits, which is what spreadsheets keep. Null for what is no number.
 */
export function plainNumber(raw: string): PlainNumber | null {
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(raw)) {
    return { text: raw, digitsLost: false };
  }
  if (!/^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:E[+-]?\d{1,3})?$/i.test(raw)) {
    return null;
  }
  const value = Number(raw);
  if (!Number.isFinite(value)) {
    return null;
  }
  if (Math.abs(value) >= digitsEnd) {
    return { text: BigInt(Math.round(value)).toString(), digitsLost: true };
  }
  return { text: expanded(value.toPrecision(15)), digitsLost: false };
}

function expanded(precise: string): string {
  const [mantissa = '', exponent] = precise.split('e');
  const isNegative = mantissa.startsWith('-');
  const [whole = '', decimals = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent ?? 0);
  const digits = whole + decimals;
  const point = whole.length + shift;
  const filled = point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits.padEnd(point, '0');
  const at = point <= 0 ? 1 : point;
  const text = at < filled.length ? trimDecimals(`${filled.slice(0, at)}.${filled.slice(at)}`) : filled;
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}
