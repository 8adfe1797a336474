import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../../faults/fault.ts';
import type { TableRow } from '../../text/table-row.ts';
import type { Header } from './header.ts';

const noCells: readonly string[] = [];

/** One row under its header. Cells missing at the end count as blank. */
export class Line<Column extends string> {
  readonly number: number;
  readonly #header: Header<Column>;
  readonly #cells: readonly string[];

  constructor(header: Header<Column>, row: TableRow) {
    this.number = row.number;
    this.#header = header;
    this.#cells = row.cells;
  }

  /** Returns the cell's original text; "" when the file has no such column. */
  text(column: Column): string {
    const place = this.#header.places.get(column);
    return place === undefined ? '' : (this.#cells[place] ?? '');
  }

  /** Returns the trimmed text, for words and numbers, where padding means nothing. */
  word(column: Column): string {
    return this.text(column).trim();
  }

  /** Reports whether the row has a visible text in this column. */
  isFilled(column: Column): boolean {
    const text = this.text(column);
    return text !== '' && text.trim() !== '';
  }

  /** Reports whether the file has the column at all: a blank cell says "none", a missing column says nothing. */
  has(column: Column): boolean {
    return this.#header.places.has(column);
  }

  /** Returns the non-blank cells of unknown columns, by their header. */
  others(): [string, string][] {
    return this.#header.others.flatMap(({ name, place }): [string, string][] => {
      const value = this.#cells[place] ?? '';
      return value === '' ? [] : [[name, value]];
    });
  }

  fault(column: Column, code: FaultCode): FileFault {
    return faultAt(this.number, this.columnName(column), this.text(column), code);
  }

  /** Returns the column's name as the file writes it. */
  columnName(column: Column): string {
    const place = this.#header.places.get(column);
    return place === undefined
      ? this.#header.columns.nameOf(column)
      : (this.#header.cells[place] ?? '').trim();
  }

  /** Returns the errors of single cells: wrong value types, and cells beyond the header. */
  cellFaults(): FileFault[] {
    const faults: FileFault[] = [];
    this.addCellFaults(faults);
    return faults;
  }

  /** Adds the errors of single cells to those of other rows. */
  addCellFaults(faults: FileFault[]): void {
    for (const { column, place, check } of this.#header.checked) {
      const code = check(this.#cells[place] ?? '');
      if (code) {
        faults.push(this.fault(column, code));
      }
    }
    const width = this.#header.cells.length;
    const beyond = this.#cells.length > width ? this.#cells.slice(width) : noCells;
    if (!isBlank(beyond)) {
      faults.push(faultAt(this.number, String(width + 1), beyond.join(','), 'row.too-many-cells'));
    }
  }
}

/**
 * Reports whether these cells have no visible content: blank rows that spreadsheets leave, and the end-of-file
 * character of old files.
 */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => !/[^\s\p{Cc}\p{Cf}]/u.test(cell));
}
