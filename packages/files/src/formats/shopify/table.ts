import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../../faults/fault.ts';
import { CsvCutOff, CsvReader } from '../../text/csv-reader.ts';
import type { TableRow } from '../../text/table-row.ts';
import { type Header as AnyHeader, readHeader as readAnyHeader } from '../table/header.ts';
import { Line as AnyLine, isBlank } from '../table/line.ts';
import { type Column, columnNamed, columns } from './columns.ts';

/** Passes on every row of a text. A text that ends inside a quoted cell yields the rows before it and an error. */
export function eachRow(text: string, take: (row: TableRow) => void): FileFault[] {
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

export type Header = AnyHeader<Column>;

/** Reads a header with either set of names. A file without a `Title` column is no product file. */
export function readHeader(row: TableRow): Header {
  return readAnyHeader(row, {
    named: columnNamed,
    holds: (column) => columns[column].holds,
    nameOf: (column) => columns[column].new,
    needed: [{ column: 'title', code: 'header.title-missing' }],
  });
}

/** One row of a Shopify file. */
export class Line extends AnyLine<Column> {
  /** Reports whether the row describes a variant: it has option values, a SKU or barcode, or a price. */
  hasVariant(): boolean {
    return variantMarks.some((column) => this.isFilled(column));
  }

  hasImage(): boolean {
    return this.isFilled('image');
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
  add(row: TableRow): Block | null {
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
