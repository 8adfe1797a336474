import { AppError } from '@bowerbird/contract/errors';

/**
 * Largest accepted ratio of decompressed to received size; pages and feeds of shops decompress to five to forty times.
 */
const ratioMax = 200;
/** Up to this decompressed size, in bytes, any compression ratio is accepted. */
const ratioFrom = 1_000_000;

/**
 * For this many milliseconds a body may arrive at any speed; after that, its average must be at least this many bytes
 * per second.
 */
const slowMs = 60_000;
const bytesPerSecondMin = 4096;

/** Hooks for code that passes an answer on for reading. */
export interface BodyWatch {
  /** Returns the bytes received so far on the wire; the decompressed size is compared with them. */
  received?: () => number;
  /** Called for each chunk with the size so far, in bytes; an error thrown here ends the reading. */
  onSize?: (size: number) => void;
}

const watches = new WeakMap<Response, BodyWatch>();

/** Sets the hooks for reading this answer. */
export function watchBody(response: Response, watch: BodyWatch): void {
  watches.set(response, { ...watches.get(response), ...watch });
}

/** Throws `source.answer-overcompressed` for an answer whose decompressed size is far larger than what was received. */
export function checkRatio(response: Response, size: number): void {
  const received = watches.get(response)?.received?.();
  if (received !== undefined && size > ratioFrom && size > ratioMax * received) {
    throw new AppError(
      'source.answer-overcompressed',
      `${response.url} unpacks ${received} bytes to more than ${size}`,
      { params: { times: ratioMax } },
    );
  }
}

/**
 * Throws `source.timeout` for a body that arrives too slowly: each byte resets the idle timeout, so only the speed
 * reveals it.
 * @param sinceMs when its reading began, by `performance.now()`
 */
function checkPace(response: Response, size: number, sinceMs: number): void {
  const tookMs = performance.now() - sinceMs;
  if (tookMs > slowMs && size < (bytesPerSecondMin * tookMs) / 1000) {
    throw new AppError(
      'source.timeout',
      `${response.url} brought ${size} bytes in ${Math.round(tookMs)} ms`,
      {
        params: { host: URL.parse(response.url)?.host ?? '' },
      },
    );
  }
}

/**
 * Returns the body as text, read as by `readBytes`. Uses the encoding that the answer names (GBK, on Chinese sites),
 * otherwise UTF-8; invalid bytes become U+FFFD.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const body = await readBytes(response, maxBytes);
  return decoderFor(response.headers.get('content-type') ?? '', body).decode(body);
}

/**
 * Reads the body chunk by chunk. Stops an endless body at `maxBytes` (counted after decompression) with
 * `source.answer-too-large`, an excessively compressed one with `source.answer-overcompressed`, and one that arrives
 * too slowly with `source.timeout`. A body that breaks off throws the connection's error. This function, `bodyParts`
 * and `readStart` (or `readStartBytes`) are the only ways to read what an untrusted server sent.
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(response, maxBytes);
  }
  if (response.body === null) {
    return new Uint8Array();
  }

  const onSize = watches.get(response)?.onSize;
  const reader = response.body.getReader();
  const sinceMs = performance.now();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return joined(chunks, size);
    }
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(response, maxBytes);
    }
    try {
      checkRatio(response, size);
      checkPace(response, size, sinceMs);
      onSize?.(size);
    } catch (thrown) {
      await reader.cancel();
      throw thrown;
    }
    chunks.push(value);
  }
}

/**
 * Yields the body as it arrives, for one that is stored and not held. Ends an excessively compressed one with
 * `source.answer-overcompressed`, and one that arrives too slowly with `source.timeout`.
 */
export async function* bodyParts(response: Response): AsyncGenerator<Uint8Array> {
  const sinceMs = performance.now();
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    checkRatio(response, size);
    checkPace(response, size, sinceMs);
    yield part;
  }
}

/**
 * Returns the beginning of a body as text, at most this many bytes; the rest is discarded. Bytes that are not UTF-8
 * become U+FFFD.
 */
export async function readStart(response: Response, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readStartBytes(response, maxBytes));
}

/** Returns the beginning of a body, at most this many bytes; the rest is discarded. */
export async function readStartBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const sinceMs = performance.now();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    const chunk = value.subarray(0, maxBytes - size);
    chunks.push(chunk);
    size += chunk.byteLength;
    try {
      checkPace(response, size, sinceMs);
    } catch (thrown) {
      reader.cancel().catch(() => undefined);
      throw thrown;
    }
    if (size >= maxBytes) {
      // Not awaited: for a cloned body, it ends only when the other reader ends.
      reader.cancel().catch(() => undefined);
      break;
    }
  }
  return joined(chunks, size);
}

/**
 * Returns the decoder named by the header; when the header names no encoding, the one named by the page's `meta`, which
 * is in its first kilobyte.
 */
function decoderFor(type: string, body: Uint8Array): TextDecoder {
  const form = /charset\s{0,9}=\s{0,9}["']?([\w-]{2,20})/i;
  const inHeader = form.exec(type)?.[1];
  const head =
    inHeader === undefined && /html/i.test(type)
      ? new TextDecoder('latin1').decode(body.subarray(0, 1024))
      : '';
  const inPage = /<meta[^>]{0,200}/i.test(head) ? form.exec(head)?.[1] : undefined;
  try {
    return new TextDecoder(inHeader ?? inPage ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const [only] = chunks;
  if (chunks.length === 1 && only) {
    return only;
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

function tooLarge(response: Response, maxBytes: number): AppError {
  return new AppError('source.answer-too-large', `${response.url} sent more than ${maxBytes} bytes`, {
    params: { limitMb: Math.round(maxBytes / 1_000_000) },
  });
}
