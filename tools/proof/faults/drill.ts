import type { Stage } from './stage/stage.ts';

/** What came of one drill. */
export interface Found {
  /** What was not as expected, in sentences; empty where the drill holds. */
  wrong: string[];
  /** From the end of the fault until the work was done or answers came again, in milliseconds; null where nothing has to recover. */
  recoveredMs: number | null;
}

/** A fault that is made to befall the running program. */
export interface Drill {
  name: string;
  /** What the program is expected to do, in a sentence. */
  expectation: string;
  /** What makes it hold: a sentence, and the name of the edit set that takes it away (`edits/`). */
  defence: { is: string; without: string };
  /** Why it does not hold at present, where it is known not to; told in the document. */
  doesNotHold?: string;
  /** Job kinds of the queue and work of `main.ts` that a process is killed in, by their names in the program. */
  kills?: readonly string[];
  /** Whether it takes only seconds, and is played three times. */
  cheap?: boolean;
  /** How long it is waited without the defence, in milliseconds, where a minute is not enough to tell. */
  brokenWaitMs?: number;
  run(stage: Stage): Promise<Found>;
}
