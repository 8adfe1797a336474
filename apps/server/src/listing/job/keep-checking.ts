import type { BackgroundWork } from '../../background/background-work.ts';
import { asOwner } from '../../db/database.ts';
import { findRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';

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

export const owedChecks: BackgroundWork<Pick<Services, 'db' | 'jobs'>> = {
  name: 'owed-checks',
  everyMs: 60_000,
  does: 'Wakes listing runs whose store still has to be asked what became of a write.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => wakeOwedChecks(services), waitsFirst: true }),
};
