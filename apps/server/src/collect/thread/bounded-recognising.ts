import { setImmediate } from 'node:timers/promises';
import type { Collector, RecognisedAs, Seen } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { boundedCollector, mayLeave } from './bounded-collector.ts';
import { inThread } from './in-thread.ts';
import { sentSeen } from './messages.ts';

/** Up to this length a page is looked at here, characters: a platform takes some 8 ms for it, 20 ms where it is made to be slow. */
const pageMax = 100_000;

/** Who looks at a page. */
export interface Recogniser {
  id: string;
  collector: Collector;
}

/**
 * What each platform takes a page for, in their order, without holding up the program: a long page is looked at in a thread, and
 * a short one by one platform after the other, with everybody else's turn between them.
 */
export async function recogniseWith(
  platforms: readonly Recogniser[],
  seen: Seen,
  context: PlatformContext,
): Promise<RecognisedAs[]> {
  if (seen.body.length > pageMax && platforms.every(({ id, collector }) => mayLeave(id, collector))) {
    const ids = platforms.map(({ id }) => id);
    const found: unknown[] = [];
    for await (const each of inThread({ kind: 'recognise', platforms: ids, seen: sentSeen(seen) }, context)) {
      found.push(each);
    }
    // The thread asks the same collectors.
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
