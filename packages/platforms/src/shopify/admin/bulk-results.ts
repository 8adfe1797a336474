import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { BulkKind } from '../../listing/bulk.ts';
import type { ListingKey } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { jsonOf } from '../../listing/store-client.ts';
import type { Fate } from '../../listing/writes.ts';
import { answerOf, Outcome } from './client.ts';
import { StoreProduct } from './seen.ts';
import { fileAddress } from './staged-file.ts';
import { publishFate, setFate } from './write.ts';

const triesMax = 3;
const fetchMs = 600_000;
/** A line beyond this is no result of ours; it is passed over. */
const lineMax = 1024 * 1024;

const ResultLine = Outcome.extend({ __lineNumber: z.int().nonnegative() });
const WithProduct = z.object({ product: StoreProduct.nullish(), publishable: StoreProduct.nullish() });

/**
 * What became of the lines of an operation, as its result file tells; read as a stream, one line held at a time. A file
 * broken off is fetched again from its beginning, a few times; what it never told is left out.
 *
 * A refusal bears no key. It is believed at the end, and only if every product in the file stood at its own line.
 */
export async function* results(
  kind: BulkKind,
  resultsAt: string,
  keys: readonly ListingKey[],
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<{ line: number; fate: Fate }> {
  const told = new Set<number>();
  const refused: { line: number; fate: Fate }[] = [];
  let astray = false;
  for await (const text of linesOf(resultsAt, store, context)) {
    const parsed = ResultLine.safeParse(jsonOf(text));
    const line = parsed.data?.__lineNumber ?? -1;
    const key = keys[line];
    if (!parsed.success || key === undefined || told.has(line)) {
      continue;
    }
    told.add(line);
    const answer = answerOf(parsed.data);
    const fate = sureOf(await (kind === 'publish' ? publishFate(answer) : setFate(answer)));
    if (fate.fate !== 'applied') {
      refused.push({ line, fate });
    } else if (keyIn(parsed.data.data) === key) {
      yield { line, fate };
    } else {
      astray = true;
      yield { line, fate: { fate: 'doubt', because: 'a product with another key' } };
    }
  }
  for (const { line, fate } of refused) {
    yield { line, fate: astray ? { fate: 'doubt', because: 'results stand at other lines' } : fate };
  }
}

/** A line cannot be sent again by itself before its operation has ended: what is no sure fate is a doubt. */
function sureOf(fate: Fate): Fate {
  return fate.fate === 'throttled' ? { fate: 'doubt', because: 'throttled within an operation' } : fate;
}

function keyIn(data: Record<string, unknown> | null | undefined): string | null {
  for (const payload of Object.values(data ?? {})) {
    const { product, publishable } = WithProduct.safeParse(payload).data ?? {};
    return (product ?? publishable)?.key?.value ?? null;
  }
  return null;
}

/** The file's lines, and where it was fetched more than once, those of its beginning again. */
async function* linesOf(url: string, store: StoreAccess, context: ListerContext): AsyncGenerator<string> {
  let began = false;
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
      yield* split(answer.body);
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
