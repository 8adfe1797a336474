import type { ConsoleAnswer } from './call-console.ts';

/** What becomes of a record after the console answered. */
export type Fate =
  | { fate: 'delivered' }
  /** The console will never take it as it is: the person is told why. */
  | { fate: 'rejected'; code: string }
  /** The console does not take this browser's token any more. */
  | { fate: 'unpaired'; code: string }
  | { fate: 'later'; code: string; waitMs: number | null };

export function fateOf(answer: ConsoleAnswer<unknown>): Fate {
  if (answer.ok) {
    return { fate: 'delivered' };
  }
  const { status, code, waitMs } = answer;
  if (status === 401 || status === 403) {
    return { fate: 'unpaired', code };
  }
  return status >= 400 && status < 500 && status !== 429 && status !== 408
    ? { fate: 'rejected', code }
    : { fate: 'later', code, waitMs };
}

const waitsMs = [30_000, 60_000, 120_000, 300_000, 900_000] as const;

/** How long to wait after so many failures in a row; longer where the console asks for it, but never over 15 minutes. */
export function waitAfter(failures: number, askedMs: number | null): number {
  const longest = waitsMs[waitsMs.length - 1] ?? 0;
  const own = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? waitsMs[0];
  return Math.min(longest, Math.max(own, askedMs ?? 0));
}
