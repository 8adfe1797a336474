import type { Fate } from '../../listing/writes.ts';
import { TooLate } from '../../too-late.ts';

/** One request among those of a write, and the places of the products it carries. */
export interface Turn {
  ats: readonly number[];
  /** A fate for each place, in their order. */
  send(): Promise<Fate[]>;
}

/**
 * Sends requests one after the other, each by the same gate; no product has a part in two. What the gate keeps back after
 * the first was surely not sent, and is told so; kept back at once, nothing was, and `TooLate` goes on. A product without
 * a turn is missing.
 */
export async function inTurn(count: number, turns: readonly Turn[]): Promise<Fate[]> {
  const fates = Array.from({ length: count }, (): Fate => ({ fate: 'missing' }));
  for (const [order, { ats, send }] of turns.entries()) {
    const told = await send().catch((thrown: unknown): Fate[] => {
      if (thrown instanceof TooLate && order > 0) {
        return ats.map(() => ({ fate: 'throttled', waitMs: 0 }));
      }
      throw thrown;
    });
    for (const [line, at] of ats.entries()) {
      fates[at] = told[line] ?? { fate: 'doubt', because: 'no word of this one' };
    }
  }
  return fates;
}
