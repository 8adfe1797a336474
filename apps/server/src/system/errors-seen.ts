const dayMs = 24 * 3600 * 1000;

/** Number of failures that this process has logged; at most this many are counted and kept. */
const keptMax = 10_000;

const seen: number[] = [];

/** Notes one failure, now. */
export function noteError(): void {
  const now = Date.now();
  seen.push(now);
  while (seen.length > keptMax || (seen[0] ?? now) < now - dayMs) {
    seen.shift();
  }
}

/** Returns the number of failures within this many milliseconds, a day at most. */
export function errorsWithin(ms: number): number {
  const from = Date.now() - ms;
  return seen.filter((at) => at >= from).length;
}
