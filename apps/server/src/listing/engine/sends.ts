import type { Outcome } from '@bowerbird/platforms/listing/writes';

/**
 * Sends of one thing in one run that came to nothing as far as is known, as one worker counts them. A store that is
 * down takes nothing from anybody: while it surely answers no other write, a send is not counted against what was sent.
 */
export interface FailedSends {
  /** All of them. */
  all: number;
  /** Those after which the store had surely answered another write since the one before. */
  counted: number;
  /** How many sure answers the store had given when the last of them came to nothing. */
  answers: number;
  /** For how many of them the pause that follows is over. */
  paused: number;
}

export const noFailedSends: FailedSends = { all: 0, counted: 0, answers: -1, paused: 0 };

/** After this many that count, what was sent is reported as failed. */
const countedMax = 6;
/** After this many it is, whatever became of other writes: about 18 minutes of pauses. */
const allMax = 24;
/** How long to pause after the first, the second and so on, in milliseconds; after more as after the last. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/**
 * Adds a send that came to nothing.
 * @param answers how many sure answers the store has given to any write in this run
 */
export function failedAgain(before: FailedSends, answers: number): FailedSends {
  const isCounted = answers !== before.answers;
  return { ...before, all: before.all + 1, counted: before.counted + (isCounted ? 1 : 0), answers };
}

/** Reports whether it is not sent any more in this run. */
export function isSpent({ all, counted }: FailedSends, max = allMax): boolean {
  return counted >= countedMax || all >= max;
}

/** Returns how long to pause before the next send, in milliseconds; 0 where that is over, or nothing failed. */
export function pauseMs({ all, paused }: FailedSends): number {
  return all === paused ? 0 : pauseAfter(all);
}

/** Returns how long to pause after this many sends that came to nothing, in milliseconds. */
export function pauseAfter(all: number): number {
  return all === 0 ? 0 : (pausesMs[all - 1] ?? pausesMs.at(-1) ?? 0);
}

/** Returns the same once the pause is over. */
export function afterPause(sends: FailedSends): FailedSends {
  return { ...sends, paused: sends.all };
}

/** Reports whether the store said what became of a write. */
export function isSure({ outcome }: Pick<Outcome, 'outcome'>): boolean {
  return outcome !== 'unknown' && outcome !== 'throttled';
}
