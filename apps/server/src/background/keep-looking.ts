import type { Log } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';

/** Looks for due work now and then every so many milliseconds; `stop` waits for a look in progress. */
export function keepLooking(
  { clock, log }: { clock: Clock; log: Log },
  everyMs: number,
  failed: string,
  look: () => Promise<unknown>,
): { stop(): Promise<void> } {
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await look().catch((thrown: unknown) => log.warn({ error: String(thrown) }, failed));
      await clock.sleep(everyMs, over.signal).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      over.abort();
      await looking;
    },
  };
}
