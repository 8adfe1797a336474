import { setImmediate } from 'node:timers/promises';
import type { Collector, RecognisedAs, Seen } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { apart } from './apart.ts';
import { boundedCollector, mayLeave } from './bounded-collector.ts';
import { sentSeen } from './messages.ts';

/**
 * Longest page that is recognised in place, in characters: a platform takes about 8 ms for it, 20 ms if the page is
 * made to be slow.
 */
const pageMax = 100_000;

/** A platform that recognises a page. */
export interface Recogniser {
  id: string;
  collector: Collector;
}

/**
 * Returns what each platform recognises in the page, in the platforms' order, without blocking the program: a long page
 * is checked in a separate process, and a short one platform by platform, with other work in between.
 */
export async function recogniseWith(
  platforms: readonly Recogniser[],
  seen: Seen,
  context: PlatformContext,
): Promise<RecognisedAs[]> {
  if (seen.body.length > pageMax && platforms.every(({ id, collector }) => mayLeave(id, collector))) {
    const ids = platforms.map(({ id }) => id);
    const found: unknown[] = [];
    for await (const each of apart({ kind: 'recognise', platforms: ids, seen: sentSeen(seen) }, context)) {
      found.push(each);
    }
    // The separate process uses the same collectors.
    return found as RecognisedAs[];
  }
  let turn: Promise<unknown> = Promise.resolve();
  return await Promise.all(
    platforms.map(async ({ id, collector }) => {
      turn = turn.then(() => setImmediate());
      await turn;
      return await boundedCollector(id, collector).recognise(seen, context);
    }),
  );
}
