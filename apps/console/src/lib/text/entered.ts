/**
 * Converts a decimal number as people write it into plain form: "1.234,50" and "1,234.50" become "1234.50", "12,5"
 * becomes "12.5". Of a comma and a point, the last one separates the decimals. A single kind of separator, followed by
 * exactly three digits after at most three, is taken for a grouping only if it occurs more than once. Text that is not
 * a number is returned unchanged, for the schema to refuse.
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

/** Parses a whole inventory quantity; null for empty text, undefined for invalid text. */
export function wholeFrom(entered: string): number | null | undefined {
  const text = entered.replace(/[\s.,'\u00A0\u202F]/g, '').replace('\u2212', '-');
  if (text === '') {
    return null;
  }
  const number = Number(text);
  return /^-?\d{1,10}$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

/** Parses "1.2 kg" into value and unit; without a unit, the previous one is used, else grams. Null for empty text. */
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
