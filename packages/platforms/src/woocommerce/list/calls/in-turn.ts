import type { Outcome } from '../../../listing/writes.ts';
import { TooLate } from '../../../net/too-late.ts';
import { mapSideBySide } from './side-by-side.ts';

/** One of the requests of a write, and the indexes of the products it carries. */
export interface Turn {
  ats: readonly number[];
  /** Sends the request; returns an outcome for each index, in their order. */
  send(): Promise<Outcome[]>;
}

/**
 * Sends requests in order, as many concurrently as a store tolerates, each through the same gate; no product is part of
 * two. A request that the gate held back while others were sent was definitely not sent, and is reported so; where all
 * were held back, nothing was sent, and `TooLate` is rethrown. A product without a request is missing.
 */
export async function inTurn(count: number, turns: readonly Turn[]): Promise<Outcome[]> {
  const answers = await mapSideBySide(turns, async ({ send }) => {
    try {
      return { stated: await send() };
    } catch (thrown) {
      return { thrown };
    }
  });
  const [first] = answers;
  const failure = answers.find((each) => 'thrown' in each && !(each.thrown instanceof TooLate));
  if (failure && 'thrown' in failure) {
    throw failure.thrown;
  }
  if (first && 'thrown' in first && answers.every((each) => 'thrown' in each)) {
    throw first.thrown;
  }
  const outcomes = Array.from({ length: count }, (): Outcome => ({ outcome: 'missing' }));
  for (const [order, { ats }] of turns.entries()) {
    const answer = answers[order];
    for (const [line, at] of ats.entries()) {
      outcomes[at] =
        answer && 'stated' in answer
          ? (answer.stated[line] ?? { outcome: 'unknown', because: 'no word of this one' })
          : { outcome: 'throttled', waitMs: 0 };
    }
  }
  return outcomes;
}
