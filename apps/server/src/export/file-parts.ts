import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { WrittenFile } from './product-file.ts';
import { createRowFile, type RowFile, type RowFileKind } from './row-file.ts';

/** The largest file; null: whatever its size. Rows count without the header and the hint. */
export interface PartLimits {
  bytes: number | null;
  rows: number | null;
}

export interface WrittenParts extends WrittenFile {
  /** Files written; several are in one ZIP. */
  files: number;
}

/**
 * Writes rows into as many files as the limits need, each with the rows of the head. No product is in two files. One file
 * gets the path itself; several are packed there as `NAME-1.csv`, `NAME-2.csv` and so on.
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
    return bytes !== null && this.#bytes + mostBytes(rows) > bytes;
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

  /** Ensures that everything is on the disk when this returns. `name` is the files' name inside a ZIP, without ending. */
  async finish(name: string): Promise<WrittenParts> {
    if (this.#file === null && this.#finished.length === 0) {
      await this.#next();
    }
    await this.#close();
    const [only] = this.#finished;
    const files = this.#finished.length;
    return only && files === 1 ? { ...only, files } : { ...(await this.#pack(name)), files };
  }

  async #pack(name: string): Promise<WrittenFile> {
    const zip = new ZipFile();
    const paths = this.#finished.map((_, index) => this.#partPath(index + 1));
    paths.forEach((path, index) => {
      zip.addReadStream(createReadStream(path), `${name}-${index + 1}.${this.#how.kind}`, {
        mtime: new Date(2020, 0, 1),
        compress: this.#how.kind === 'csv',
      });
    });
    zip.end();
    const packed = `${this.#path}-zip`;
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(zip.outputStream, counted, createWriteStream(packed, { flags: 'wx', mode: 0o600 }));
      const handle = await open(packed);
      await handle.sync();
      await handle.close();
      await rename(packed, this.#path);
    } finally {
      await Promise.all([packed, ...paths.slice(1)].map((path) => rm(path, { force: true })));
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Closes the file and removes the further ones; the caller handles the one at the path itself. */
  async abandon(): Promise<void> {
    await this.#file?.abandon();
    const started = this.#finished.length + 1;
    const further = Array.from({ length: started }, (_, index) => this.#partPath(index + 2));
    await Promise.all(further.map((path) => rm(path, { force: true })));
  }
}

/** Most bytes that rows can take in UTF-8, quoted: cheap, and never too few. */
function mostBytes(rows: readonly (readonly string[])[]): number {
  return rows.reduce((sum, row) => sum + row.reduce((own, cell) => own + Buffer.byteLength(cell) + 3, 0), 0);
}
