import { AppError } from '@bowerbird/contract/errors';

/** So many times its size on the wire an answer may unpack to; pages and feeds of shops unpack to five to forty times. */
const ratioMax = 200;
/** Up to this size an answer may be packed as well as it likes. */
const ratioFrom = 1_000_000;

/** So long a body may come as slowly as it likes, in milliseconds; after that it must have brought this many bytes in each second. */
const slowMs = 60_000;
const bytesPerSecondMin = 4096;

/** What those who hand an answer on want of its reading. */
export interface BodyWatch {
  /** The bytes that came over the wire so far; what the answer unpacks to is compared with them. */
  received?: () => number;
  /** Called with the size so far, bytes, at each piece; what it throws ends the reading. */
  onSize?: (size: number) => void;
}

const watches = new WeakMap<Response, BodyWatch>();

/** Adds what is wanted of the reading of this answer. */
export function watchBody(response: Response, watch: BodyWatch): void {
  watches.set(response, { ...watches.get(response), ...watch });
}

/** Throws `source.answer-overcompressed` for an answer that unpacks to far more than what came for it. */
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
 * Throws `source.timeout` for a body that drips: each byte ends a silence, so that only its pace tells.
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
 * The body as text, as `readBytes` reads it. In the encoding it names (GBK, on Chinese sites), else UTF-8; bytes that are none
 * become U+FFFD.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const body = await readBytes(response, maxBytes);
  return decoderFor(response.headers.get('content-type') ?? '', body).decode(body);
}

/**
 * The body, read chunk by chunk so that an endless one is let go at `maxBytes` (counted after decompression) with
 * `source.answer-too-large`, and one that was packed to unpack to a great deal with `source.answer-overcompressed`, and one that
 * drips with `source.timeout`. A body that breaks off throws what the connection threw. This and `readStart` are the only ways to read what a stranger sent.
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

/** The beginning of a body as text, at most so many bytes; the rest is let go. Bytes that are no UTF-8 become U+FFFD. */
export async function readStart(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  const sinceMs = performance.now();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    text += decoder.decode(value.subarray(0, maxBytes - size), { stream: true });
    size += value.byteLength;
    try {
      checkPace(response, size, sinceMs);
    } catch (thrown) {
      reader.cancel().catch(() => undefined);
      throw thrown;
    }
    if (size >= maxBytes) {
      // Not waited for: of a body that was cloned, it ends only when the other reader ends.
      reader.cancel().catch(() => undefined);
      break;
    }
  }
  return text + decoder.decode();
}

/** By the header; a page whose header names no encoding, by its own `meta`, which stands in its first kilobyte. */
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
