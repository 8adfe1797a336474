import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Log } from '../../log/log.ts';
import type { Signals } from '../signals.ts';
import { dueSql } from './queries.ts';

/** Milliseconds between two looks while a job waits for a worker, and while no notification arrives. */
const soonMs = 500;
/** Milliseconds between two looks at most: for what no notification announces, such as a job whose worker died. */
const seldomMs = 5000;

/** The workers of one kind of jobs in this process. */
export interface Workers {
  ids: string[];
  /** How many of them have a job now. */
  busy: number;
}

const Due = z.object({ name: z.string(), seconds: z.number() });

/**
 * Wakes this process's workers when a job is due, so that they need not ask the queue again and again: with each
 * notification, when the next job is to begin, and every five seconds. A job whose key is busy elsewhere is not due;
 * the end of that job is a reason to look. Returns what looks at once, and what ends this.
 */
export function wakeWorkers(
  boss: PgBoss,
  workers: ReadonlyMap<string, Workers>,
  { signals, log }: { signals: Signals | undefined; log: Log },
): { look(): void; stop(): Promise<void> } {
  const over = new AbortController();
  let pause = new AbortController();
  const look = () => pause.abort();
  const forget = signals?.listen('job_queued', look);
  let waited = new Set<string>();
  let counting: Promise<void> | undefined;

  const notify = (name: string) => {
    for (const id of workers.get(name)?.ids ?? []) {
      boss.notifyWorker(id);
    }
  };
  const countKeys = async (names: readonly string[]) => {
    for (const name of names) {
      await freshKeys(boss, name).then(() => notify(name), cannotAsk);
    }
  };
  const cannotAsk = (thrown: unknown) => {
    log.debug({ error: String(thrown) }, 'The queue could not be asked for jobs that are due');
  };

  /** Wakes who has something to do, and returns the milliseconds until the next look. */
  const wake = async (): Promise<number> => {
    const { rows } = await boss.getDb().executeSql(dueSql, [[...workers.keys()]]);
    const due = z.array(Due).parse(rows);
    const ready = due.filter(({ seconds }) => seconds <= 0).map(({ name }) => name);
    for (const name of ready) {
      notify(name);
    }
    const inVain = ready.filter((name) => waited.has(name) && hasFree(workers.get(name)));
    if (inVain.length > 0) {
      // Beside the looking: a job that is sent meanwhile does not wait for it.
      counting ??= countKeys(inVain).finally(() => {
        counting = undefined;
      });
    }
    waited = new Set(ready);
    if (ready.length > 0 || !signals?.isLive()) {
      return soonMs;
    }
    return Math.min(seldomMs, ...due.map(({ seconds }) => Math.ceil(seconds * 1000)));
  };

  const looking = (async () => {
    while (!over.signal.aborted) {
      pause = new AbortController();
      const ms = await wake().catch((thrown: unknown) => {
        cannotAsk(thrown);
        return soonMs;
      });
      await sleep(ms, undefined, { signal: AbortSignal.any([pause.signal, over.signal]) }).catch(
        () => undefined,
      );
    }
  })();

  return {
    look,
    async stop() {
      forget?.();
      over.abort();
      await looking;
      await counting;
    },
  };
}

function hasFree(workers: Workers | undefined): boolean {
  return workers !== undefined && workers.busy < workers.ids.length;
}

/**
 * Has the queue count its busy keys now. It counts them every few seconds and gives nothing out for a key that it
 * counted as busy, so that a job would wait although the one before it has ended.
 */
async function freshKeys(boss: PgBoss, name: string): Promise<void> {
  await boss.supervise(name);
  await boss.updateQueue(name, { heartbeatSeconds });
}

/** Seconds without a sign of life after which another worker takes a job over. */
export const heartbeatSeconds = 10;
