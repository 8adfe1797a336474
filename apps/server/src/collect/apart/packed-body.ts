import { pipeline, Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { readStartBytes } from '@bowerbird/platforms/net/body';
import type { Page } from './messages.ts';

type Chunks = AsyncIterable<Uint8Array>;
type Unpacking = ReturnType<typeof createGunzip> | ((chunks: Chunks) => Chunks);

/** How much of a page is looked at to recognise it, in bytes. */
export const pageBytesMax = 2_000_000;

/** Accepts what is cut off, as browsers do. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

const unpackings: Readonly<Record<string, () => Unpacking>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => inflated,
  br: () => createBrotliDecompress(lenientBrotli),
  zstd: () => createZstdDecompress(),
};

/**
 * Returns a body unpacked by its codings, which are in the order in which they were applied; unchanged if one of them
 * is unknown, as `fetch` does.
 */
export function unpacked(chunks: Chunks, codings: readonly string[]): ReadableStream<Uint8Array> {
  const steps = codings.toReversed().flatMap((coding) => unpackings[coding] ?? []);
  const source = Readable.from(chunks, { objectMode: false });
  const last =
    steps.length === 0 || steps.length < codings.length
      ? source
      : // Ends with the error of any of its parts, and ends them all when it is cancelled.
        steps.reduce<Readable>(
          (packed, step) => pipeline(packed, step(), () => undefined) as Readable,
          source,
        );
  // The same class from another declaration.
  return Readable.toWeb(last) as unknown as ReadableStream<Uint8Array>;
}

/** Returns the beginning of a page, at most this many bytes once it is unpacked. */
export async function startOf({ bytes, codings }: Page, maxBytes: number): Promise<Uint8Array> {
  async function* whole(): Chunks {
    yield bytes;
  }
  return await readStartBytes(new Response(unpacked(whole(), codings)), maxBytes);
}

/** Unpacks `deflate`, which servers send with the header that belongs to it or without. */
async function* inflated(chunks: Chunks): Chunks {
  const rest = chunks[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) {
    return;
  }
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 8;
  async function* all(): Chunks {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  yield* pipeline(
    Readable.from(all(), { objectMode: false }),
    hasHeader ? createInflate(lenient) : createInflateRaw(lenient),
    () => undefined,
  );
}
