import type { BackgroundWork } from '../background/background-work.ts';
import { asOwner, type Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Jobs } from './jobs.ts';
import { findRun } from './runs.ts';

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

export const forgottenRuns: BackgroundWork<{ db: Db; jobs: Jobs; log: Log }> = {
  name: 'forgotten-runs',
  everyMs: 60_000,
  does: 'Wakes runs that are open and have no job, because a process was killed.',
  runsIn: 'workers',
  begin: (services) => ({
    async pass() {
      for (const runId of await wakeForgotten(services)) {
        services.log.warn({ runId }, 'A run that nobody worked on was woken');
      }
    },
  }),
};
