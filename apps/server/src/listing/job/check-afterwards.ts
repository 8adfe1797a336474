import { findRun } from '../../runs/runs.ts';
import { afterCheck } from '../after/check/after-check.ts';
import { isCheckOwed } from '../after/check/owed.ts';
import { requireOwnPast, requireUnheld } from '../epoch/own-past.ts';
import { outwaitRestore } from '../epoch/restore.ts';
import { runsWait } from '../runs/store-jobs.ts';
import { tickMs } from '../store-job/counted.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob, StoreJobHeld } from '../store-job/store-job.ts';
import { certifyAgain } from './progress/certify.ts';

/** Interval after which an after-check that failed for an unforeseen reason is made again. */
const checkAgainMs = 5 * 60_000;
/** Interval at which a waiting after-check looks whether a run is to go first. */
const lookEveryMs = 1000;

/**
 * Makes the after-checks this shop is owed, and certifies the run and those named again. The run has ended and does not wait for them; another run of the shop goes
 * first and makes them at its own end. A store that cannot be reached is tried again later.
 */
export async function checkAfterwards(storeJob: StoreJob, certifies: readonly string[]): Promise<void> {
  try {
    await storeJob.counted.count();
    if (await isCheckOwed(storeJob)) {
      await requireOwnPast(storeJob);
      await inStoreJob(storeJob, (db) => requireUnheld(db, storeJob));
      await outwaitRestore(storeJob);
    }
    let isNew = false;
    while (await isCheckOwed(storeJob)) {
      if ((await guarded(storeJob, () => afterCheck(storeJob))) > 0) {
        isNew = true;
      } else if (!(await restedAlone(storeJob))) {
        return;
      }
    }
    if (isNew) {
      await certifyAgain(storeJob, [storeJob.runId, ...certifies]);
    }
  } catch (thrown) {
    if (storeJob.signal.aborted) {
      throw thrown;
    }
    // The result of the run stands, whatever the outcome of its checks.
    const { inMs, what } = waitFor(thrown);
    storeJob.services.log.warn({ what, runId: storeJob.runId }, 'An after-check must wait');
    const run = await inStoreJob(storeJob, (db) => findRun(db, storeJob.ownerId, storeJob.runId));
    if (run && inMs !== null) {
      await storeJob.services.jobs.wake(run, new Date(storeJob.clock.wall() + inMs));
    }
  }
}

/** Waits until a tick of the shop's time is counted. False: another run of the shop is to go first. */
async function restedAlone(storeJob: StoreJob): Promise<boolean> {
  for (let restedMs = 0; restedMs < tickMs; restedMs += lookEveryMs) {
    if (await inStoreJob(storeJob, (db) => runsWait(db, storeJob.ownerId, storeJob.shopId))) {
      return false;
    }
    await storeJob.clock.sleep(lookEveryMs, storeJob.signal);
    await storeJob.counted.count();
  }
  return true;
}

function waitFor(thrown: unknown): { inMs: number | null; what: string } {
  return thrown instanceof StoreJobHeld
    ? { inMs: thrown.inMs, what: thrown.fault.code }
    : { inMs: checkAgainMs, what: String(thrown) };
}
