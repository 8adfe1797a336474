import type { UploadPreview } from '@bowerbird/contract/files/uploads';
import type { TableRow } from '@bowerbird/files/text/table-row';

type Detected = NonNullable<UploadPreview['encoding']>;

const examplesMax = 5;
const longest = 100;

/** Returns cells with characters beyond ASCII: they show whether the encoding is right. */
export function encodingShown(encoding: string, rows: readonly TableRow[]): Detected {
  return { value: encoding, examples: examples(rows, (cell) => /\P{ASCII}/u.test(cell)) };
}

/** Returns the cells of the header, which show whether the separator is right. */
export function separatorShown(separator: string, header: TableRow | null): Detected {
  return { value: separator, examples: header ? examples([header], () => true) : [] };
}

/** Returns `,` or `.`, whichever more numbers have before one or two last digits; null where no number shows it. */
export function decimalShown(rows: readonly TableRow[]): Detected | null {
  // With three digits behind it, a sign separates thousands as well as decimals.
  const number = (sign: string) =>
    new RegExp(`^[^\\p{L}\\d]{0,3}\\d[\\d.,' ]*${RegExp.escape(sign)}\\d{1,2}(?:[^\\d]{0,5})$`, 'u');
  const [comma, point] = [number(','), number('.')];
  const count = (pattern: RegExp) => cellsOf(rows).filter((cell) => pattern.test(cell)).length;
  const [commas, points] = [count(comma), count(point)];
  if (commas + points === 0) {
    return null;
  }
  const value = commas > points ? ',' : '.';
  return { value, examples: examples(rows, (cell) => (value === ',' ? comma : point).test(cell)) };
}

const yearFirst = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:$|[T ])/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?:$|[T ])/;

/** Returns the order in which dates are written; null where no cell shows it: 03/04/2025 may be both. */
export function datesShown(rows: readonly TableRow[]): Detected | null {
  const cells = cellsOf(rows);
  if (cells.some((cell) => yearFirst.test(cell))) {
    return { value: 'ymd', examples: examples(rows, (cell) => yearFirst.test(cell)) };
  }
  const above = (place: 1 | 2) => (cell: string) => {
    const number = Number(yearLast.exec(cell)?.[place] ?? 0);
    return number > 12 && number <= 31;
  };
  const dmy = cells.filter(above(1)).length;
  const mdy = cells.filter(above(2)).length;
  if (dmy + mdy === 0) {
    return null;
  }
  return dmy >= mdy
    ? { value: 'dmy', examples: examples(rows, above(1)) }
    : { value: 'mdy', examples: examples(rows, above(2)) };
}

function cellsOf(rows: readonly TableRow[]): string[] {
  return rows.flatMap(({ cells }) =>
    cells.filter((cell) => cell.length <= longest).map((cell) => cell.trim()),
  );
}

function examples(rows: readonly TableRow[], shows: (cell: string) => boolean): string[] {
  const found = new Set<string>();
  for (const { cells } of rows) {
    for (const cell of cells) {
      const text = cell.trim();
      if (text !== '' && shows(text)) {
        found.add(text.slice(0, longest));
      }
      if (found.size === examplesMax) {
        return [...found];
      }
    }
  }
  return [...found];
}
