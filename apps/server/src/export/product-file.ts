import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { mostCsvBytes, putCsvRow } from './csv-bytes.ts';

export interface WrittenFile {
  bytes: number;
  sha256: string;
}

/**
 * Added bytes after which they should be written. While they are, the program reads what the database has sent meanwhile:
 * with larger ones, the database waits.
 */
const chunkBytes = 1 << 18;

/** A file that is written in parts, hashed on the way, and safely on the disk once finished. */
export class ProductFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #chunk = Buffer.allocUnsafe(2 * chunkBytes);
  #filled = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates the file; fails if it exists already. */
  static async create(path: string): Promise<ProductFile> {
    return new ProductFile(await open(path, 'wx', 0o600));
  }

  /** Takes bytes to be written next. */
  add(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#chunk.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Takes a row of CSV to be written next; returns its bytes. */
  addRow(cells: readonly string[]): number {
    this.#makeRoom(mostCsvBytes(cells));
    const end = putCsvRow(cells, this.#chunk, this.#filled);
    const bytes = end - this.#filled;
    this.#filled = end;
    return bytes;
  }

  /** True if so much was added that it should be written now. */
  get isFull(): boolean {
    return this.#filled >= chunkBytes;
  }

  /** Ensures that everything is on the disk when this returns. */
  async finish(): Promise<WrittenFile> {
    await this.writeAdded();
    await this.#file.sync();
    await this.#file.close();
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Closes the file without guaranteeing what was written. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  /** Writes what was added; nothing may be added meanwhile. */
  async writeAdded(): Promise<void> {
    const chunk = this.#chunk.subarray(0, this.#filled);
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    let written = 0;
    while (written < chunk.length) {
      written += (await this.#file.write(chunk, written)).bytesWritten;
    }
    this.#filled = 0;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#filled + bytes;
    if (needed > this.#chunk.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#chunk.length));
      this.#chunk.copy(larger, 0, 0, this.#filled);
      this.#chunk = larger;
    }
  }
}
