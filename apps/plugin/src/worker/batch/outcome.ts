import type { ConsoleAnswer } from '../answers/call-console.ts';

/** Outcome of a record after the console's response. */
export type Outcome =
  | { outcome: 'delivered' }
  /** The console will never accept it as it is: the person is shown why. */
  | { outcome: 'rejected'; code: string }
  /** The console no longer accepts this browser's token. */
  | { outcome: 'unpaired'; code: string }
  | { outcome: 'later'; code: string; waitMs: number | null };

export function outcomeOf(answer: ConsoleAnswer<unknown>): Outcome {
  if (answer.ok) {
    return { outcome: 'delivered' };
  }
  const { status, code, waitMs } = answer;
  if (status === 401 || status === 403) {
    return { outcome: 'unpaired', code };
  }
  return status >= 400 && status < 500 && status !== 429 && status !== 408
    ? { outcome: 'rejected', code }
    : { outcome: 'later', code, waitMs };
}

const waitsMs = [30_000, 60_000, 120_000, 300_000, 900_000] as const;

/**
 * Returns how long to wait after the given number of consecutive failures; longer if the console requests it, but never
 * over 15 minutes.
 */
export function waitAfter(failures: number, requestedMs: number | null): number {
  const longest = waitsMs[waitsMs.length - 1] ?? 0;
  const own = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? waitsMs[0];
  return Math.min(longest, Math.max(own, requestedMs ?? 0));
}
