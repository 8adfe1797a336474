import { headerKey } from '../formats/table/header.ts';
import type { TableRow } from '../text/table-row.ts';

/** The columns that the file of failed rows has after its own. When it comes back in, they are passed over. */
export const faultColumns = ['Bowerbird fault', 'Bowerbird reason', 'Bowerbird remedy'] as const;

const keys = new Set(faultColumns.map(headerKey));

/** Returns the places of the columns that only the file of failed rows has. */
export function faultColumnPlaces(header: readonly string[]): ReadonlySet<number> {
  return new Set(header.flatMap((cell, place) => (keys.has(headerKey(cell)) ? [place] : [])));
}

/** What is wrong with a row, in a person's language. */
export interface RowProblem {
  /** The column and the code of the error. */
  fault: string;
  reason: string;
  remedy: string;
}

/** Returns the header of the file of failed rows. */
export function failedHeader(header: readonly string[]): string[] {
  const own = faultColumnPlaces(header);
  return [...header.filter((_, place) => !own.has(place)), ...faultColumns];
}

/**
 * Returns a row of the file of failed rows: its cells as the file has them, and what is wrong with it. All rows of a product
 * belong into the file, so that it can come back as a whole; those without a problem have blank cells there.
 */
export function failedRow(
  header: readonly string[],
  { cells }: TableRow,
  problems: readonly RowProblem[],
): string[] {
  const own = faultColumnPlaces(header);
  const width = Math.max(header.length, cells.length);
  const kept = Array.from({ length: width }, (_, place) => cells[place] ?? '').filter(
    (_, place) => !own.has(place),
  );
  const lines = (of: (problem: RowProblem) => string) => [...new Set(problems.map(of))].join('\n');
  // A row longer than its header keeps its place before the added columns.
  const beyond = kept.slice(header.length - own.size);
  const inside = kept.slice(0, header.length - own.size);
  return [
    ...inside,
    lines(({ fault }) => fault),
    lines(({ reason }) => reason),
    lines(({ remedy }) => remedy),
    ...beyond,
  ];
}
