import { asOwner } from '../../db/database.ts';
import { findRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';

const everyMs = 60_000;

/**
 * Wakes the newest run of every store in which a write is in doubt or an after-check is owed, and no worker handles it:
 * its run was cancelled, failed or killed, and no other run may ever list those products. Safe to run next to working
 * store jobs. Returns the ids of the runs woken.
 */
export async function wakeOwedChecks({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<string[]> {
  const owed = await db.selectFrom('owed_check').selectAll().execute();
  const withJobs = await jobs.runsWithJobs();
  const woken: string[] = [];
  for (const { owner_id, run_id } of owed.filter((each) => !withJobs.has(each.run_id))) {
    const run = await asOwner(db, owner_id, (owned) => findRun(owned, owner_id, run_id));
    if (run) {
      await jobs.wake(run);
      woken.push(run_id);
    }
  }
  return woken;
}

/** Looks for owed checks every minute; `stop` waits for a pass that is under way. */
export function keepChecking(services: Pick<Services, 'db' | 'jobs' | 'clock' | 'log'>): {
  stop(): Promise<void>;
} {
  const { clock, log } = services;
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await clock.sleep(everyMs, over.signal).catch(() => undefined);
      if (!over.signal.aborted) {
        await wakeOwedChecks(services).catch((thrown: unknown) =>
          log.warn({ error: String(thrown) }, 'Owed checks could not be looked for'),
        );
      }
    }
  })();
  return {
    async stop() {
      over.abort();
      await looking;
    },
  };
}
