import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, longer than any deadline of the program: what has not happened by then never will. */
let patienceMs = 180_000;

/** Sets the maximum wait: if a drill is meant to fail, it need not wait as long as a busy machine could take. */
export function waitAtMost(ms: number): void {
  patienceMs = ms;
}

/** An expected event did not happen; the drill fails with this sentence. */
export class DidNotCome extends Error {
  override readonly name = 'DidNotCome';
}

/**
 * Calls repeatedly until the result is not null, undefined or false, and returns it. Throws `DidNotCome`.
 * @param what description of the awaited event, as in "the run to end"
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  limitMs: number = patienceMs,
): Promise<T> {
  const since = performance.now();
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) {
      return found;
    }
    if (performance.now() - since > limitMs) {
      throw new DidNotCome(`${(limitMs / 1000).toFixed(0)} s were not enough for ${what}`);
    }
    await sleep(100);
  }
}
