import { z } from 'zod';
import type { BulkKind } from '../../listing/bulk.ts';
import type { ListingKey } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { jsonOf } from '../../listing/store-client.ts';
import type { Fate } from '../../listing/writes.ts';
import { answerOf, Outcome } from './client.ts';
import { linesOf } from './result-lines.ts';
import { StoreProduct } from './seen.ts';
import { publishFate } from './write.ts';
import { setFate } from './write-fate.ts';

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
    const of = kind === 'create' ? 'create' : 'by-id';
    const fate = sureOf(await (kind === 'publish' ? publishFate(answer) : setFate(answer, of)));
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
