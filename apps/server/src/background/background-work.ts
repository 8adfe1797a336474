import type { Log } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';

/** `api` answers calls, `worker` works on jobs, `all` does both. */
export type ProcessRole = 'api' | 'worker' | 'all';

/** What a process does again and again by itself, beside calls and jobs. */
export interface BackgroundWork<Services> {
  /** As logs and `docs/operating.md` name it. */
  name: string;
  /** Milliseconds from the end of one pass to the next. */
  everyMs: number;
  /** What makes work of this kind due: where it is heard, a pass without it follows only after `seldomMs`. */
  wokenBy?: { channel: 'run_changed'; seldomMs: number };
  /** What it does, in a sentence for those who operate the program. */
  does: string;
  /** `workers` are processes of the role `worker` or `all`. */
  runsIn: 'workers' | 'every process';
  /** Prepares this process for the work. */
  begin(services: Services, role: ProcessRole): BegunWork | Promise<BegunWork>;
}

/** Notifications from other processes; see `runs/signals.ts`. */
interface Wakes {
  listen(channel: 'run_changed', heard: () => void): () => void;
  isLive(): boolean;
}

/** A result of `pass`: more is due, so that the next pass follows at once. */
export const more = Symbol('more');

export interface BegunWork {
  /** Does what is due. The signal fires when the process stops. A failure is logged, and the next pass tries again. */
  pass(signal: AbortSignal): Promise<unknown>;
  /** The first pass comes after `everyMs` instead of at once. */
  waitsFirst?: boolean;
  /** Called after the last pass. */
  close?(): Promise<unknown>;
}

/**
 * Begins each of these works that processes of this role do, and repeats their passes, each never twice at once.
 * `stop` waits for passes in progress; it fails if a work cannot be closed, after all others are.
 */
export async function startBackground<Services extends { clock: Clock; log: Log }>(
  services: Services,
  role: ProcessRole,
  works: readonly BackgroundWork<NoInfer<Services>>[],
  wakes?: Wakes,
): Promise<{ stop(): Promise<void> }> {
  const over = new AbortController();
  const going: Promise<void>[] = [];
  const stop = async () => {
    over.abort();
    const ends = await Promise.allSettled(going);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) {
      throw failed.reason;
    }
  };
  for (const work of works.filter(({ runsIn }) => runsIn === 'every process' || role !== 'api')) {
    try {
      going.push(repeat(services, work, await work.begin(services, role), over.signal, wakes));
    } catch (thrown) {
      await stop().catch(() => undefined);
      throw thrown;
    }
  }
  return { stop };
}

async function repeat<Services>(
  { clock, log }: { clock: Clock; log: Log },
  { name, everyMs, wokenBy }: BackgroundWork<Services>,
  { pass, waitsFirst, close }: BegunWork,
  signal: AbortSignal,
  wakes: Wakes | undefined,
): Promise<void> {
  let woken = new AbortController();
  const forget = wokenBy && wakes?.listen(wokenBy.channel, () => woken.abort());
  const pause = async () => {
    await clock.sleep(everyMs, signal).catch(() => undefined);
    if (wokenBy && wakes?.isLive() && !signal.aborted) {
      const { seldomMs } = wokenBy;
      await clock.sleep(seldomMs - everyMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
    }
  };
  if (waitsFirst) {
    await pause();
  }
  while (!signal.aborted) {
    woken = new AbortController();
    const result = await pass(signal).catch((thrown: unknown) => {
      // What fails because it was interrupted is no news.
      if (!signal.aborted) {
        log.warn({ work: name, error: String(thrown) }, 'Background work failed');
      }
    });
    if (result !== more) {
      await pause();
    }
  }
  forget?.();
  await close?.();
}
