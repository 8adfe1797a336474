/**
 * A decimal number as people write it, in the plain form: "1.234,50" and "1,234.50" are "1234.50", "12,5" is "12.5".
 * Of a comma and a point the last one parts the decimals; one alone, followed by exactly three digits after at most
 * three, is taken for a grouping only when it stands more than once. What is no number comes back as it is, for the
 * schema to refuse.
 */
export function decimalFrom(entered: string): string {
  const text = entered
    .replace(/[\s'\u00A0\u202F]/g, '')
    .replace(/[，]/g, ',')
    .replace(/[。．]/g, '.');
  if (!/^\d[\d.,]*$/.test(text)) {
    return entered.trim();
  }
  const point = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  if (point === -1 && comma === -1) {
    return text;
  }
  const mark = point > comma ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  const parts = text.replaceAll(other, '').split(mark);
  if (parts.length > 2) {
    return parts.slice(1).every((part) => part.length === 3) ? parts.join('') : entered.trim();
  }
  const [whole = '0', fraction = ''] = parts;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A whole number of pieces; null for nothing, undefined for what cannot be read. */
export function wholeFrom(entered: string): number | null | undefined {
  const text = entered.replace(/[\s.,'\u00A0\u202F]/g, '').replace('\u2212', '-');
  if (text === '') {
    return null;
  }
  const number = Number(text);
  return /^-?\d{1,10}$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

/** "1.2 kg" as value and unit; without a unit it is the one that stood there, else grams. Null for nothing. */
export function weightFrom<Unit extends string>(
  entered: string,
  unit: Unit | 'g',
  units: readonly Unit[],
): { value: string; unit: Unit | 'g' } | null {
  const text = entered.trim().toLowerCase();
  if (text === '') {
    return null;
  }
  const given = units.find((each) => text.endsWith(each) && !/[a-z]$/.test(text.slice(0, -each.length)));
  return {
    value: decimalFrom(given === undefined ? text : text.slice(0, -given.length)),
    unit: given ?? unit,
  };
}
