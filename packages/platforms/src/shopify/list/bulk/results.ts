import { z } from 'zod';
import type { BulkKind } from '../../../listing/bulk.ts';
import type { ListingKey } from '../../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { jsonOf } from '../../../listing/store/client.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { answerOf, WriteAnswer } from '../client.ts';
import { StoreProduct } from '../seen.ts';
import { setOutcome } from '../write/outcome.ts';
import { publishOutcome } from '../write/write.ts';
import { linesOf } from './result-lines.ts';

const ResultLine = WriteAnswer.extend({ __lineNumber: z.int().nonnegative() });
const WithProduct = z.object({ product: StoreProduct.nullish(), publishable: StoreProduct.nullish() });

/**
 * Yields the outcomes of the lines of an operation from its result file, read as a stream, one line in memory at a
 * time. A file cut off is fetched again from its beginning, a few times; lines that it never contained are left out. A
 * rejection carries no key. It is trusted at the end, and only if every product in the file was at its own line.
 */
export async function* results(
  kind: BulkKind,
  resultsAt: string,
  keys: readonly ListingKey[],
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<{ line: number; outcome: Outcome }> {
  const stated = new Set<number>();
  const refused: { line: number; outcome: Outcome }[] = [];
  let astray = false;
  for await (const text of linesOf(resultsAt, store, context)) {
    const parsed = ResultLine.safeParse(jsonOf(text));
    const line = parsed.data?.__lineNumber ?? -1;
    const key = keys[line];
    if (!parsed.success || key === undefined || stated.has(line)) {
      continue;
    }
    stated.add(line);
    const answer = answerOf(parsed.data);
    const of = kind === 'create' ? 'create' : 'by-id';
    const outcome = sureOf(await (kind === 'publish' ? publishOutcome(answer) : setOutcome(answer, of)));
    if (outcome.outcome !== 'applied') {
      refused.push({ line, outcome });
    } else if (keyIn(parsed.data.data) === key) {
      yield { line, outcome };
    } else {
      astray = true;
      yield { line, outcome: { outcome: 'unknown', because: 'a product with another key' } };
    }
  }
  for (const { line, outcome } of refused) {
    yield {
      line,
      outcome: astray ? { outcome: 'unknown', because: 'results stand at other lines' } : outcome,
    };
  }
}

/**
 * Returns only a definite outcome: a line cannot be sent again by itself before its operation has ended, so any other
 * outcome is unknown.
 */
function sureOf(outcome: Outcome): Outcome {
  return outcome.outcome === 'throttled'
    ? { outcome: 'unknown', because: 'throttled within an operation' }
    : outcome;
}

function keyIn(data: Record<string, unknown> | null | undefined): string | null {
  for (const payload of Object.values(data ?? {})) {
    const { product, publishable } = WithProduct.safeParse(payload).data ?? {};
    return (product ?? publishable)?.key?.value ?? null;
  }
  return null;
}
