import { rm } from 'node:fs/promises';
import { encodeCsvCell } from '@bowerbird/catalog/csv';
import { mostCsvBytes } from './csv-bytes.ts';
import type { WrittenFile } from './product-file.ts';
import { createRowFile, type RowFile, type RowFileKind } from './row-file.ts';

/** The largest file; null: whatever its size. Rows count without the header and the hint. */
export interface PartLimits {
  bytes: number | null;
  rows: number | null;
}

/** One of the files that were written. */
export interface WrittenPart extends WrittenFile {
  path: string;
}

/**
 * Writes rows into as many files as the limits need, each with the rows of the head. No product is in two files. The
 * first file gets the path itself, further ones the path with a number.
 */
export class FileParts {
  readonly #path: string;
  readonly #how: RowFileKind;
  readonly #limits: PartLimits;
  readonly #head: readonly (readonly string[])[];
  readonly #finished: WrittenFile[] = [];
  #file: RowFile | null = null;
  #bytes = 0;
  #rows = 0;

  constructor(path: string, how: RowFileKind, head: readonly (readonly string[])[], limits: PartLimits) {
    this.#path = path;
    this.#how = how;
    this.#head = head;
    this.#limits = limits;
  }

  /** Takes the rows of one product. */
  async add(rows: readonly (readonly string[])[]): Promise<void> {
    const file = this.#file === null || this.#isOver(rows) ? await this.#next() : this.#file;
    for (const row of rows) {
      this.#bytes += file.add(row);
    }
    this.#rows += rows.length;
    if (file.isFull) {
      await file.writeAdded();
    }
  }

  #isOver(rows: readonly (readonly string[])[]): boolean {
    const { bytes, rows: rowsMax } = this.#limits;
    if (this.#rows === 0) {
      return false;
    }
    if (rowsMax !== null && this.#rows + rows.length > rowsMax) {
      return true;
    }
    return bytes !== null && this.#bytes + mostBytes(rows, bytes - this.#bytes) > bytes;
  }

  async #next(): Promise<RowFile> {
    await this.#close();
    const file = await createRowFile(this.#partPath(this.#finished.length + 1), this.#how);
    this.#file = file;
    this.#bytes = this.#head.reduce((sum, row) => sum + file.add(row), 3);
    this.#rows = 0;
    return file;
  }

  async #close(): Promise<void> {
    if (this.#file !== null) {
      this.#finished.push(await this.#file.finish());
      this.#file = null;
    }
  }

  #partPath(number: number): string {
    return number === 1 ? this.#path : `${this.#path}-${number}`;
  }

  /** Returns the files in their order. Ensures that everything is on the disk when this returns. */
  async finish(): Promise<WrittenPart[]> {
    if (this.#file === null && this.#finished.length === 0) {
      await this.#next();
    }
    await this.#close();
    return this.#finished.map((file, index) => ({ ...file, path: this.#partPath(index + 1) }));
  }

  /** Closes the file and removes the further ones; the caller handles the one at the path itself. */
  async abandon(): Promise<void> {
    await this.#file?.abandon();
    const started = this.#finished.length + 1;
    const further = Array.from({ length: started }, (_, index) => this.#partPath(index + 2));
    await Promise.all(further.map((path) => rm(path, { force: true })));
  }
}

/**
 * Returns the most bytes that rows can take in UTF-8, quoted: never too few, and counted exactly only where an estimate is
 * more than there is room for.
 */
function mostBytes(rows: readonly (readonly string[])[], room: number): number {
  const estimate = rows.reduce((sum, row) => sum + mostCsvBytes(row), 0);
  return estimate <= room ? estimate : bytesOf(rows);
}

function bytesOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce(
    (sum, row) => sum + row.reduce((own, cell) => own + Buffer.byteLength(encodeCsvCell(cell)) + 1, 2),
    0,
  );
}
