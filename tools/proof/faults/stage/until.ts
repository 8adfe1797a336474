import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, longer than any deadline of the program: what has not come by then does not come. */
let patienceMs = 180_000;

/** Where a drill is to fail, what does not come need not be waited for as long as it could take on a busy machine. */
export function waitAtMost(ms: number): void {
  patienceMs = ms;
}

/** Something that did not come; the drill fails with its sentence. */
export class DidNotCome extends Error {
  override readonly name = 'DidNotCome';
}

/**
 * Asks again and again until there is an answer other than null, undefined and false, and returns it. Throws `DidNotCome`.
 * @param what is waited for, as in "the run to end"
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
