const dayMs = 24 * 3600 * 1000;

/** How many failures this process has told in its log. As many as these are counted, and no more kept. */
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

/** Failures within so many milliseconds, a day at most. */
export function errorsWithin(ms: number): number {
  const from = Date.now() - ms;
  return seen.filter((at) => at >= from).length;
}
