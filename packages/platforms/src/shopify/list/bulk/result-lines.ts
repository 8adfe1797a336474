import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { fileAddress } from './staged-file.ts';

const triesMax = 3;
const fetchMs = 600_000;
/** A line of more characters than this is no result of ours; it is skipped. */
const lineMax = 1024 * 1024;

/**
 * Yields the lines of a bulk operation's result file, read as a stream, each once. A file cut off is fetched again from
 * its beginning, a few times, and lines already yielded are skipped. What could not be read after that is left out, so
 * a caller that needs all lines must count them. Throws `store.unwell` or `store.unreachable` where no fetch was
 * answered.
 */
export async function* linesOf(
  url: string,
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<string> {
  let began = false;
  let given = 0;
  for (let tries = 1; tries <= triesMax; tries += 1) {
    try {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(fetchMs)]);
      const answer = await context.fetch(fileAddress(url, store), { redirect: 'manual', signal });
      if (answer.status >= 500 || answer.status === 429) {
        throw new AppError('store.unwell', `results were answered with HTTP ${answer.status}`);
      }
      began = true;
      if (answer.status !== 200 || !answer.body) {
        await answer.body?.cancel();
        return;
      }
      let at = 0;
      for await (const line of split(answer.body)) {
        at += 1;
        if (at > given) {
          given = at;
          yield line;
        }
      }
      return;
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (tries === triesMax && !began) {
        throw thrown instanceof AppError
          ? thrown
          : new AppError('store.unreachable', 'results could not be fetched');
      }
      await context.sleep(500 * 2 ** tries, context.signal);
    }
  }
}

async function* split(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isTooLong && line.length <= lineMax) {
        yield line;
      }
      isTooLong = false;
    }
    if (rest.length > lineMax) {
      rest = '';
      isTooLong = true;
    }
  }
  if (rest !== '' && !isTooLong) {
    yield rest;
  }
}
