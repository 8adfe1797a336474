import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { headerKey } from '../formats/table/header.ts';
import type { TableRow } from '../text/table-row.ts';

/** The columns that the file of failed rows has after its own. When it comes back in, they are passed over. */
export const faultColumns = ['Bowerbird fault', 'Bowerbird reason', 'Bowerbird remedy'] as const;

const keys = new Set(faultColumns.map(headerKey));

/** Returns the places of the columns that only the file of failed rows has. */
export function faultColumnPlaces(header: readonly string[]): ReadonlySet<number> {
  return new Set(header.flatMap((cell, place) => (keys.has(headerKey(cell)) ? [place] : [])));
}

/** What a person is told of an error, in their language. */
export interface FaultTexts {
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
 * belong into the file, so that it can come back as a whole; those without an error have blank cells there.
 */
export function failedRow(
  header: readonly string[],
  { cells, number }: TableRow,
  faults: readonly FileFault[],
  textsOf: (fault: FileFault) => FaultTexts,
): string[] {
  const own = faultColumnPlaces(header);
  const width = Math.max(header.length, cells.length);
  const kept = Array.from({ length: width }, (_, place) => cells[place] ?? '').filter(
    (_, place) => !own.has(place),
  );
  const here = faults.filter((fault) => fault.row === number);
  const lines = (each: (fault: FileFault) => string) => [...new Set(here.map(each))].join('\n');
  // A row longer than its header keeps its place before the added columns.
  const beyond = kept.slice(header.length - own.size);
  const inside = kept.slice(0, header.length - own.size);
  return [
    ...inside,
    lines(({ column, code }) => (column === null ? code : `${column}: ${code}`)),
    lines((fault) => textsOf(fault).reason),
    lines((fault) => textsOf(fault).remedy),
    ...beyond,
  ];
}
