import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { WrittenFile } from './product-file.ts';

/** A file on the disk, and what it is called in the ZIP. */
export interface PackedFile {
  path: string;
  name: string;
  /** Bytes of the file. */
  bytes: number;
  /** False for what is compressed already. */
  compress: boolean;
}

/**
 * Writes files into a new ZIP, one after the other; everything is on the disk when this returns. The same files give the
 * same bytes. Memory: the names, and what is under way of one file.
 */
export async function packFiles(
  target: string,
  files: readonly PackedFile[],
  signal: AbortSignal,
): Promise<WrittenFile> {
  const zip = new ZipFile();
  // yazl's stream is Node's own kind, though its type says less.
  const output = zip.outputStream as Readable;
  zip.on('error', (thrown: Error) => output.destroy(thrown));
  for (const { path, name, bytes, compress } of files) {
    const options = { mtime: new Date(2020, 0, 1), compress, size: bytes };
    // A file is opened when its turn comes: there may be more of them than a process may have open.
    zip.addReadStreamLazy(name, options, (take) => take(null, createReadStream(path)));
  }
  zip.end();
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(output, counted, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
  const handle = await open(target);
  await handle.sync();
  await handle.close();
  return { bytes, sha256: hash.digest('hex') };
}
