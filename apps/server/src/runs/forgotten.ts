import { asOwner, type Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import type { Jobs } from './jobs.ts';
import { findRun } from './runs.ts';

const everyMs = 60_000;

/**
 * Wakes open runs without a job: a server was killed after it had created them and before it woke them, or the queue
 * gave up on their job. A held run is woken for its own time. Harmless beside working jobs: a surplus job finds nothing
 * to do. Returns the ids of the runs woken.
 */
export async function wakeForgotten({ db, jobs }: { db: Db; jobs: Jobs }): Promise<string[]> {
  // Reads the runs first: one that ends between the two queries is woken for nothing, but none is missed.
  const open = await db.selectFrom('open_run').selectAll().orderBy('id').execute();
  const withJobs = await jobs.runsWithJobs();
  const withDue = await jobs.runsWithJobs({ due: true });
  const forgotten: string[] = [];
  for (const { id, owner_id, goes_on_at } of open) {
    // A held run that may continue at once still has the job for its own time.
    const mayBeFreed = goes_on_at === null && !withDue.has(id);
    if (withJobs.has(id) && !mayBeFreed) {
      continue;
    }
    const run = await asOwner(db, owner_id, (owned) => findRun(owned, owner_id, id));
    if (run && (!withJobs.has(id) || run.state === 'waiting')) {
      await jobs.wake(run, goes_on_at ?? undefined);
      forgotten.push(id);
    }
  }
  return forgotten;
}

/** Looks for forgotten runs now and every minute; `stop` waits for a look in progress. */
export function keepWaking(services: { db: Db; jobs: Jobs; clock: Clock; log: Log }): {
  stop(): Promise<void>;
} {
  const { clock, log } = services;
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      try {
        for (const runId of await wakeForgotten(services)) {
          log.warn({ runId }, 'A run that nobody worked on was woken');
        }
      } catch (thrown) {
        log.warn({ error: String(thrown) }, 'Forgotten runs could not be looked for');
      }
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
