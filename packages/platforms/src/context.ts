/** JSON that can be stored and handed back: checkpoints, version marks. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Everything that a platform may use of the outside world. Contains no Node and no DOM API, because the browser plugin
 * runs this code too.
 */
export interface PlatformContext {
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Returns milliseconds from a monotonic clock; for pacing and measuring, never for a date. */
  now(): number;
  /** Waits; rejects when the signal fires first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
