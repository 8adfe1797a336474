import type { Stage } from './stage/stage.ts';

/** Result of one drill. */
export interface Found {
  /** What was not as expected, in sentences; empty if the drill passes. */
  wrong: string[];
  /**
   * Milliseconds from the end of the fault until the work was done or answers returned; null if nothing has to recover.
   */
  recoveredMs: number | null;
}

/** A fault that is injected into the running program. */
export interface Drill {
  name: string;
  /** What the program is expected to do, in a sentence. */
  expectation: string;
  /** What protects the program: a sentence, and the name of the edit set that removes the protection (`edits/`). */
  defence: { is: string; without: string };
  /** Why the drill currently fails, if that is known; shown in the document. */
  doesNotHold?: string;
  /** Job kinds of the queue and work of `main.ts` in which a process is killed, by their names in the program. */
  kills?: readonly string[];
  /** Whether the drill takes only seconds, and is run three times. */
  cheap?: boolean;
  /** Milliseconds to wait without the defense, if a minute is not enough to decide. */
  brokenWaitMs?: number;
  run(stage: Stage): Promise<Found>;
}
