import { restoreCell } from '@bowerbird/catalog/csv';
import { CsvCutOff, CsvReader, type CsvRow } from '@bowerbird/catalog/csv-reader';
import { type Column, columnNamed, columns, type Holds } from './columns.ts';
import { type CsvFault, cellFault, faultAt } from './faults.ts';

/** Passes on every row of a text. A text that ends inside a quoted cell yields the rows before it and an error. */
export function eachRow(text: string, take: (row: CsvRow) => void): CsvFault[] {
  const reader = new CsvReader();
  reader.push(text).forEach(take);
  try {
    reader.end().forEach(take);
    return [];
  } catch (thrown) {
    if (thrown instanceof CsvCutOff) {
      return [faultAt(thrown.row, null, '', 'file.cut-off')];
    }
    throw thrown;
  }
}

/**
 * Reports whether these cells have no visible content: blank rows that spreadsheets leave, and the end-of-file
 * character of old files.
 */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => !/[^\s\p{Cc}\p{Cf}]/u.test(cell));
}

/** A parsed header: the position of each known column, and the unknown columns. */
export interface Header {
  cells: readonly string[];
  places: ReadonlyMap<Column, number>;
  others: readonly { name: string; place: number }[];
  /** Known columns whose cells must have a certain type. */
  checked: readonly { column: Column; place: number; holds: Holds }[];
  /** A file with any of these errors cannot be read at all. */
  faults: readonly CsvFault[];
}

/** Reads a header with either set of names. A file without a `Title` column is no product file. */
export function readHeader({ number, cells }: CsvRow): Header {
  const places = new Map<Column, number>();
  const others: { name: string; place: number }[] = [];
  const faults: CsvFault[] = [];
  cells.forEach((cell, place) => {
    const column = columnNamed(cell);
    if (column === undefined) {
      others.push({ name: cell.trim(), place });
    } else if (places.has(column)) {
      faults.push(faultAt(number, cell, cell, 'header.column-twice'));
    } else {
      places.set(column, place);
    }
  });
  if (!places.has('title')) {
    faults.push(faultAt(number, null, cells.join(','), 'header.title-missing'));
  }
  const checked = [...places].flatMap(([column, place]) => {
    const { holds } = columns[column];
    return holds === 'text' ? [] : [{ column, place, holds }];
  });
  return { cells, places, others, checked, faults };
}

/** One row under its header. Cells missing at the end count as blank. */
export class Line {
  readonly number: number;
  readonly #header: Header;
  readonly #cells: readonly string[];

  constructor(header: Header, row: CsvRow) {
    this.number = row.number;
    this.#header = header;
    this.#cells = row.cells;
  }

  /**
   * Returns the cell's original text, with its protection against formulas removed; "" when the file has no such
   * column.
   */
  text(column: Column): string {
    const place = this.#header.places.get(column);
    return place === undefined ? '' : restoreCell(this.#cells[place] ?? '');
  }

  /** Returns the trimmed text, for words and numbers, where padding means nothing. */
  word(column: Column): string {
    return this.text(column).trim();
  }

  /** Returns the non-blank cells of unknown columns, by their header. */
  others(): [string, string][] {
    return this.#header.others.flatMap(({ name, place }): [string, string][] => {
      const value = restoreCell(this.#cells[place] ?? '');
      return value === '' ? [] : [[name, value]];
    });
  }

  fault(column: Column, reason: CsvFault['reason']): CsvFault {
    const place = this.#header.places.get(column);
    const name = place === undefined ? columns[column].new : (this.#header.cells[place] ?? '').trim();
    return faultAt(this.number, name, this.text(column), reason);
  }

  /** Returns the errors of single cells: wrong value types, and cells beyond the header. */
  cellFaults(): CsvFault[] {
    const faults: CsvFault[] = [];
    for (const { column, place, holds } of this.#header.checked) {
      const cell = this.#cells[place] ?? '';
      const reason = cell === '' ? null : cellFault(holds, restoreCell(cell));
      if (reason) {
        faults.push(this.fault(column, reason));
      }
    }
    const width = this.#header.cells.length;
    const beyond = this.#cells.length > width ? this.#cells.slice(width) : [];
    if (!isBlank(beyond)) {
      faults.push(faultAt(this.number, String(width + 1), beyond.join(','), 'row.too-many-cells'));
    }
    return faults;
  }

  /** Reports whether the row describes a variant: it has option values, a SKU or barcode, or a price. */
  hasVariant(): boolean {
    return variantMarks.some((column) => this.word(column) !== '');
  }

  hasImage(): boolean {
    return this.word('image') !== '';
  }
}

const variantMarks: readonly Column[] = ['value1', 'value2', 'value3', 'sku', 'price', 'barcode'];

/** The rows of one product: adjacent rows that share its handle. */
export interface Block {
  handle: string;
  lines: readonly Line[];
}

/**
 * Groups rows into products as they arrive: another handle begins another product, and a row without a handle is a
 * product of its own. Memory: one product.
 */
export class Blocks {
  readonly #header: Header;
  #handle = '';
  #lines: Line[] = [];

  constructor(header: Header) {
    this.#header = header;
  }

  /**
   * Takes a row, and returns the product that this row shows to be complete. Blank rows, as spreadsheets leave them,
   * are skipped.
   */
  add(row: CsvRow): Block | null {
    if (isBlank(row.cells)) {
      return null;
    }
    const line = new Line(this.#header, row);
    const handle = line.word('handle');
    const isNew = this.#lines.length > 0 && (handle !== this.#handle || handle === '') ? this.end() : null;
    this.#handle = handle;
    this.#lines.push(line);
    return isNew;
  }

  /** Returns the last product. */
  end(): Block | null {
    const block = this.#lines.length === 0 ? null : { handle: this.#handle, lines: this.#lines };
    this.#lines = [];
    return block;
  }
}
