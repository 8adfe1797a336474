import { PassThrough, type Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

/** A ZIP that is read in parts, wherever it is stored. */
export interface ZipParts {
  /** Its length in bytes. */
  bytes: number;
  /** Returns the bytes from the first to the last, both included. */
  part(first: number, last: number): Promise<Readable>;
}

/** Opens one entry of a ZIP that this program wrote, by its name; null if it has none. */
export async function entryStream(source: ZipParts, name: string): Promise<Readable | null> {
  const zip = await fromRandomAccessReaderPromise(new PartsReader(source), source.bytes, {
    autoClose: false,
  });
  let found: Entry | null = null;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) {
      found = entry;
      break;
    }
  }
  return found && (await zip.openReadStreamPromise(found));
}

class PartsReader extends RandomAccessReader {
  readonly #source: ZipParts;

  constructor(source: ZipParts) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough();
    this.#source.part(start, end - 1).then(
      (part) => part.on('error', (error) => stream.destroy(error)).pipe(stream),
      (error: Error) => stream.destroy(error),
    );
    return stream;
  }
}
