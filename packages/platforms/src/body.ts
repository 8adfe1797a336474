import { AppError } from '@bowerbird/contract/errors';

/**
 * The body as text, read chunk by chunk so that an endless one is let go at `maxBytes` (counted after
 * decompression) with `source.answer-too-large`. In the encoding it names (GBK, on Chinese sites), else UTF-8; bytes that
 * are none become U+FFFD. A body that breaks off throws what the connection threw.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(response, maxBytes);
  }
  if (response.body === null) {
    return '';
  }

  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      const body = joined(chunks, size);
      return decoderFor(response.headers.get('content-type') ?? '', body).decode(body);
    }
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(response, maxBytes);
    }
    chunks.push(value);
  }
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

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
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
