/** JSON that can be kept and handed back: checkpoints, version marks. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Everything a platform may touch of the outside world. No Node and no DOM: the plugin runs this code too. */
export interface PlatformContext {
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Milliseconds that only grow; for pacing and measuring, never for a date. */
  now(): number;
  /** Waits, or rejects when the signal fires first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
