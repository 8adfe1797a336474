import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@bowerbird/contract/errors';
import { bodyParts } from '@bowerbird/platforms/net/body';
import { failureOf } from '../../fetch/transport-failure.ts';

/** Breaks in a row, each after less than `progressBytes`, after which a file counts as cut off. */
const vainMax = 3;
const progressBytes = 1024 * 1024;
/** Pause before the rest is requested, in milliseconds; after each further break in a row twice as long. */
const pauseMs = 250;

type Request = (headers: Record<string, string>) => Promise<Response>;

/**
 * Yields a file as it arrives. When the connection breaks, its rest is requested: only of a file whose server gave it a strong
 * ETag, with `If-Range`, so that bytes of two files are never put together. Throws `import.watch-cut-off` where that does not help.
 */
export async function* continued(
  answer: Response,
  request: Request,
  { host, signal }: { host: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const etag = strongTag(answer);
  let body: AsyncIterable<Uint8Array> | null = bodyParts(answer);
  let received = 0;
  let counted = 0;
  for (let vain = 0; ; vain += 1) {
    try {
      for await (const chunk of body ?? []) {
        received += chunk.length;
        yield chunk;
      }
      if (body !== null) {
        return;
      }
    } catch (thrown) {
      requireBroken(thrown, host);
    }
    if (received - counted >= progressBytes) {
      [counted, vain] = [received, 0];
    }
    if (etag === null || received === 0 || vain >= vainMax) {
      throw cutOff(host);
    }
    await wait(pauseMs * 2 ** vain, undefined, { signal });
    body = await restOf(request, { host, etag, from: received });
  }
}

/** Requests the rest of a file; null while its server cannot be reached. Throws `import.watch-cut-off` where it has no such rest. */
async function restOf(
  request: Request,
  { host, etag, from }: { host: string; etag: string; from: number },
): Promise<AsyncIterable<Uint8Array> | null> {
  let answer: Response;
  try {
    answer = await request({ range: `bytes=${from}-`, 'if-range': etag });
  } catch (thrown) {
    requireBroken(thrown, host);
    return null;
  }
  const { status, headers, body } = answer;
  const begins = /^bytes (?<first>\d+)-/.exec(headers.get('content-range') ?? '')?.groups?.first;
  if (status === 206 && headers.get('etag') === etag && begins === String(from) && body !== null) {
    return bodyParts(answer);
  }
  await body?.cancel().catch(() => undefined);
  throw cutOff(host);
}

/** Returns the tag by which a file is the same byte for byte; null where its server gave none. */
function strongTag({ headers }: Response): string | null {
  const etag = headers.get('etag');
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  return isPlain && etag?.startsWith('"') === true ? etag : null;
}

/** Throws what is no broken connection. */
function requireBroken(thrown: unknown, host: string): void {
  const failure = failureOf(thrown, host);
  if (failure.code !== 'address.unreachable') {
    throw failure;
  }
}

function cutOff(host: string): AppError {
  return new AppError('import.watch-cut-off', `${host}: the connection broke`, { params: { host } });
}
