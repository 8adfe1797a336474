import type { Fate } from '../../listing/writes.ts';
import { TooLate } from '../../too-late.ts';
import { mapSideBySide } from './side-by-side.ts';

/** One request among those of a write, and the places of the products it carries. */
export interface Turn {
  ats: readonly number[];
  /** A fate for each place, in their order. */
  send(): Promise<Fate[]>;
}

/**
 * Sends requests, as many side by side as a store bears, in their order and each by the same gate; no product has a part in two.
 * What the gate keeps back where others were sent was surely not sent, and is told so; where all were kept back, nothing was, and
 * `TooLate` goes on. A product without a turn is missing.
 */
export async function inTurn(count: number, turns: readonly Turn[]): Promise<Fate[]> {
  const answers = await mapSideBySide(turns, async ({ send }) => {
    try {
      return { told: await send() };
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
  const fates = Array.from({ length: count }, (): Fate => ({ fate: 'missing' }));
  for (const [order, { ats }] of turns.entries()) {
    const answer = answers[order];
    for (const [line, at] of ats.entries()) {
      fates[at] =
        answer && 'told' in answer
          ? (answer.told[line] ?? { fate: 'doubt', because: 'no word of this one' })
          : { fate: 'throttled', waitMs: 0 };
    }
  }
  return fates;
}
