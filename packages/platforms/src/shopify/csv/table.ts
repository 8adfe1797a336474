import { restoreCell } from '@bowerbird/catalog/csv';
import { CsvCutOff, CsvReader, type CsvRow } from '@bowerbird/catalog/csv-reader';
import { type Column, columnNamed, columns, type Holds } from './columns.ts';
import { type CsvFault, cellFault, faultAt } from './faults.ts';

/** Hands over every row of a text. A text that ends inside a quoted cell gives the rows before it and a fault. */
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

/** Whether nobody would see anything in these cells: rows that spreadsheets leave, and the mark that ends old files. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => !/[^\s\p{Cc}\p{Cf}]/u.test(cell));
}

/** A file's header, understood: where each column of ours stands, and the columns that are not ours. */
export interface Header {
  cells: readonly string[];
  places: ReadonlyMap<Column, number>;
  others: readonly { name: string; place: number }[];
  /** Our columns whose cells must be of a kind. */
  checked: readonly { column: Column; place: number; holds: Holds }[];
  /** A file with any of these cannot be read at all. */
  faults: readonly CsvFault[];
}

/** Reads a header in either vocabulary. A file that names no `Title` column is no product file. */
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

  /** The cell as it was meant (its shield against formulas taken off); "" when the file has no such column. */
  text(column: Column): string {
    const place = this.#header.places.get(column);
    return place === undefined ? '' : restoreCell(this.#cells[place] ?? '');
  }

  /** For words and numbers, where padding means nothing. */
  word(column: Column): string {
    return this.text(column).trim();
  }

  /** The cells of columns we do not know, by their header, where they are not blank. */
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

  /** What is wrong with the cells one by one: kinds of value, and cells beyond the header. */
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

  /** Whether the row describes a variant: it names option values, a code or a price. */
  hasVariant(): boolean {
    return variantMarks.some((column) => this.word(column) !== '');
  }

  hasPicture(): boolean {
    return this.word('image') !== '';
  }
}

const variantMarks: readonly Column[] = ['value1', 'value2', 'value3', 'sku', 'price', 'barcode'];

/** The rows of one product: those that share its handle and stand together. */
export interface Block {
  handle: string;
  lines: readonly Line[];
}

/**
 * Gathers rows into products as they come: another handle begins another product, and a row without a
 * handle is one by itself. Memory: one product.
 */
export class Blocks {
  readonly #header: Header;
  #handle = '';
  #lines: Line[] = [];

  constructor(header: Header) {
    this.#header = header;
  }

  /** Takes a row, and gives the product that it shows to be complete. A blank row, as spreadsheets leave, is none. */
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

  /** Gives the last product. */
  end(): Block | null {
    const block = this.#lines.length === 0 ? null : { handle: this.#handle, lines: this.#lines };
    this.#lines = [];
    return block;
  }
}
