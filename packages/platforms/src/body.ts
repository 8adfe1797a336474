import { AppError } from '@bowerbird/contract/errors';

/**
 * The body as text, read chunk by chunk so that an endless one is let go at `maxBytes` (counted after
 * decompression) with `source.answer-too-large`. Bytes that are no UTF-8 become U+FFFD. A body that breaks off throws
 * what the connection threw.
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
      return new TextDecoder().decode(joined(chunks, size));
    }
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(response, maxBytes);
    }
    chunks.push(value);
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
