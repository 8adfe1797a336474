import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { byteOrderMark } from '@bowerbird/catalog/csv';
import type { FileKind } from '@bowerbird/contract/products/export';
import { ProductFile, type WrittenFile } from './product-file.ts';
import { XlsxWriter } from './write-xlsx.ts';

/** A file of rows that is written in parts, hashed on the way, and safely on the disk once finished. */
export interface RowFile {
  /** Takes the next row; returns its bytes before compression. */
  add(cells: readonly string[]): number;
  /** True if so much was added that it should be written now. */
  readonly isFull: boolean;
  /** Writes what was added; nothing may be added meanwhile. */
  writeAdded(): Promise<void>;
  /** Ensures that everything is on the disk when this returns. */
  finish(): Promise<WrittenFile>;
  /** Closes the file without guaranteeing what was written. */
  abandon(): Promise<void>;
}

/** How the rows of a file are written. */
export interface RowFileKind {
  kind: FileKind;
  /** A CSV file begins with a byte order mark. */
  mark: boolean;
  sheetName: string;
}

/** Creates the file; fails if it exists already. */
export function createRowFile(path: string, how: RowFileKind): Promise<RowFile> {
  return how.kind === 'csv' ? createCsv(path, how.mark) : createXlsx(path, how.sheetName);
}

async function createCsv(path: string, mark: boolean): Promise<RowFile> {
  const file = await ProductFile.create(path);
  if (mark) {
    file.add(Buffer.from(byteOrderMark));
  }
  return {
    add: (cells) => file.addRow(cells),
    get isFull() {
      return file.isFull;
    },
    writeAdded: () => file.writeAdded(),
    finish: () => file.finish(),
    abandon: () => file.abandon(),
  };
}

async function createXlsx(path: string, sheetName: string): Promise<RowFile> {
  const writer = new XlsxWriter(sheetName);
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(writer.output, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  // If adding fails first, nothing awaits this any more.
  written.catch(() => void 0);
  return {
    add(cells) {
      writer.add(cells);
      return cells.reduce((sum, cell) => sum + Buffer.byteLength(cell) + 1, 0);
    },
    get isFull() {
      return writer.isFull;
    },
    writeAdded: () => Promise.race([writer.drain(), written.then(() => void 0)]),
    async finish() {
      writer.end();
      await written;
      const handle = await open(path);
      await handle.sync();
      await handle.close();
      return { bytes, sha256: hash.digest('hex') };
    },
    async abandon() {
      writer.abandon();
      await written.catch(() => void 0);
    },
  };
}
