import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { chunksOf, type FileSource } from '../source/file-source.ts';
import { FileRefused } from '../source/refused.ts';

/** The parts of an Office file: a ZIP whose every claim is checked before anything is unpacked. */
export interface Container {
  names: ReadonlySet<string>;
  /** The parts in their order; `packed` false for one that is stored as it is. */
  parts: readonly { name: string; modified: Date; packed: boolean }[];
  /** Unpacks a part in chunks. Throws `FileRefused` where it is not what the ZIP says. */
  chunks(name: string): AsyncGenerator<Uint8Array, void>;
}

/** Real workbooks have tens of parts; with an image in each row, thousands. */
const partsMax = 20_000;
/** Spreadsheets of blank cells with a style pack by 100; deflate itself ends at 1,032. */
const ratioMax = 250;
const ratioFrom = 64 * 1024 * 1024;
const wholeRatioMax = 100;
const wholeRatioFrom = 1024 * 1024 * 1024;

/** Opens a ZIP. Throws `FileRefused` for one that is cut off, encrypted, a bomb, or names places outside itself. */
export async function openContainer(source: FileSource): Promise<Container> {
  const zip = await opened(source);
  if (zip.entryCount > partsMax) {
    throw new FileRefused('file.too-many-parts', String(zip.entryCount));
  }
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) {
        throw new FileRefused('file.parts-overlap', entry.fileName);
      }
      entries.set(entry.fileName, entry);
    }
  } catch (thrown) {
    throw refusalOf(thrown);
  }
  checkSizes([...entries.values()], source.size);
  return {
    names: new Set(entries.keys()),
    parts: [...entries.values()].map((entry) => ({
      name: entry.fileName,
      modified: entry.getLastModDate(),
      packed: entry.compressionMethod !== 0,
    })),
    async *chunks(name) {
      const entry = entries.get(name);
      if (entry === undefined) {
        throw new FileRefused('file.damaged', name);
      }
      yield* unpacked(zip, entry);
    },
  };
}

async function opened(source: FileSource): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new SourceReader(source), source.size, { autoClose: false });
  } catch (thrown) {
    throw refusalOf(thrown);
  }
}

class SourceReader extends RandomAccessReader {
  readonly #source: FileSource;

  constructor(source: FileSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#source, start, end), { objectMode: false });
  }
}

/** Throws for parts that unpack too far, or that share bytes: one packed part can be given ten thousand names. */
function checkSizes(entries: readonly Entry[], size: number): void {
  let whole = 0;
  let end = 0;
  const inOrder = entries.toSorted(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  for (const entry of inOrder) {
    const { fileName, uncompressedSize, compressedSize, relativeOffsetOfLocalHeader } = entry;
    if (entry.isEncrypted()) {
      throw new FileRefused('file.encrypted', fileName);
    }
    if (uncompressedSize > ratioFrom && uncompressedSize > ratioMax * compressedSize) {
      throw new FileRefused('file.expands-too-far', fileName);
    }
    whole += uncompressedSize;
    if (relativeOffsetOfLocalHeader < end) {
      throw new FileRefused('file.parts-overlap', fileName);
    }
    end = relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + compressedSize;
  }
  if (whole > wholeRatioFrom && whole > wholeRatioMax * size) {
    throw new FileRefused('file.expands-too-far');
  }
}

async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void> {
  let sum = 0;
  let stream: Readable | null = null;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      sum = crc32(bytes, sum);
      yield bytes;
    }
  } catch (thrown) {
    throw refusalOf(thrown, entry.fileName);
  } finally {
    stream?.destroy();
  }
  if (sum !== entry.crc32) {
    throw new FileRefused('file.damaged', entry.fileName);
  }
}

const reasons: readonly [RegExp, FileRefused['code']][] = [
  [/encrypt/i, 'file.encrypted'],
  [/relative path|absolute path|invalid characters in fileName/i, 'file.name-outside'],
  [/End of central directory|unexpected EOF|overflows file bounds|unexpected end of file/i, 'file.cut-off'],
];

/** Returns the refusal that an error of unpacking stands for. */
function refusalOf(thrown: unknown, part = ''): unknown {
  if (thrown instanceof FileRefused || !(thrown instanceof Error)) {
    return thrown;
  }
  const code = reasons.find(([form]) => form.test(thrown.message))?.[1] ?? 'file.damaged';
  return new FileRefused(code, part);
}
