import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../../faults/fault.ts';
import type { TableRow } from '../../text/table-row.ts';
import { cellCheck, type Holds } from './holds.ts';

/** The columns of a format: their names in files and the values they hold. */
export interface ColumnSet<Column extends string> {
  /** Returns the column that a header cell names, whatever its case and padding; undefined for any other. */
  named(header: string): Column | undefined;
  holds(column: Column): Holds;
  /** The name by which a fault calls a column that the file does not have. */
  nameOf(column: Column): string;
  /** The columns without one of which a file cannot be read, each with its fault. */
  needed: readonly { column: Column; code: 'header.title-missing' | 'header.part-missing' }[];
}

/** A parsed header: the position of each known column, and the unknown columns. */
export interface Header<Column extends string> {
  cells: readonly string[];
  columns: ColumnSet<Column>;
  places: ReadonlyMap<Column, number>;
  others: readonly { name: string; place: number }[];
  /** Known columns whose cells must have a certain type. */
  checked: readonly { column: Column; place: number; check: (cell: string) => FaultCode | null }[];
  /** A file with any of these errors cannot be read at all. */
  faults: readonly FileFault[];
}

/** Reads a header. A file that lacks a needed column is no product file of the format. */
export function readHeader<Column extends string>(
  { number, cells }: TableRow,
  columns: ColumnSet<Column>,
): Header<Column> {
  const places = new Map<Column, number>();
  const others: { name: string; place: number }[] = [];
  const faults: FileFault[] = [];
  cells.forEach((cell, place) => {
    const column = columns.named(cell);
    if (column === undefined) {
      others.push({ name: cell.trim(), place });
    } else if (places.has(column)) {
      faults.push(faultAt(number, cell, cell, 'header.column-twice'));
    } else {
      places.set(column, place);
    }
  });
  for (const { column, code } of columns.needed) {
    if (!places.has(column)) {
      faults.push(faultAt(number, columns.nameOf(column), cells.join(','), code));
    }
  }
  const checked = [...places].flatMap(([column, place]) => {
    const holds = columns.holds(column);
    return holds === 'text' || holds === 'code' ? [] : [{ column, place, check: cellCheck(holds) }];
  });
  return { cells, columns, places, others, checked, faults };
}

/** Returns the places of the columns that hold codes. */
export function codePlaces<Column extends string>({ places, columns }: Header<Column>): Set<number> {
  return new Set(
    [...places].filter(([column]) => columns.holds(column) === 'code').map(([, place]) => place),
  );
}

/** Returns a header cell as it is compared: without its mark, padding, case and runs of white space. */
export function headerKey(header: string): string {
  return header
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Returns the column set of a table of names, the first of which is the one we write. */
export function columnSet<Column extends string>(
  table: Readonly<Record<Column, { names: readonly string[]; holds: Holds }>>,
  needed: ColumnSet<Column>['needed'],
): ColumnSet<Column> {
  const byName = new Map<string, Column>();
  for (const column of Object.keys(table) as Column[]) {
    for (const name of table[column].names) {
      byName.set(headerKey(name), column);
    }
  }
  return {
    named: (header) => byName.get(headerKey(header)),
    holds: (column) => table[column].holds,
    nameOf: (column) => table[column].names[0] ?? column,
    needed,
  };
}
