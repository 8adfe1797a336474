/** Returns the seconds since a moment of `performance.now()`, with one decimal. */
export function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}

/** Formats bytes as megabytes (10^6), with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
