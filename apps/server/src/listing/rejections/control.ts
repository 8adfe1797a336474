import { AppError } from '@bowerbird/contract/errors';
import { hasEnded } from '@bowerbird/contract/runs';
import { asOwner } from '../../db/database.ts';
import { getRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';
import { cancelWaiting } from '../runs/items.ts';
import { changeStoreJob, findStoreJobs } from '../runs/store-jobs.ts';
import { isPausedForSameReason } from './similar.ts';

/** A store's part of a run. */
interface StoreJobPlace {
  ownerId: string;
  runId: string;
  storeId: string;
}

/**
 * Resumes a store job that paused for one cause; in this run it no longer pauses for that cause. Throws
 * `run.wrong-state` when the store job is not paused for one cause.
 */
export async function continueStoreJob(services: Services, place: StoreJobPlace): Promise<void> {
  await release(services, place, { cancel: false });
}

/**
 * Cancels what waits for a store whose job paused for one cause. Its worker then verifies what was listed, and ends the
 * job. Throws `run.wrong-state` when the store job is not paused for one cause.
 */
export async function cancelStoreJob(services: Services, place: StoreJobPlace): Promise<void> {
  await release(services, place, { cancel: true });
}

async function release(
  services: Services,
  { ownerId, runId, storeId }: StoreJobPlace,
  { cancel }: { cancel: boolean },
): Promise<void> {
  const run = await asOwner(services.db, ownerId, async (db) => {
    const found = await getRun(db, ownerId, runId);
    // Of two people who press at once, the second finds it resumed.
    await db
      .selectFrom('run')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', '=', runId)
      .forUpdate()
      .execute();
    const storeJob = (await findStoreJobs(db, ownerId, runId)).find((each) => each.store_id === storeId);
    if (!storeJob) {
      throw new AppError('not-found', `store ${storeId} of run ${runId}`);
    }
    if (hasEnded(found) || found.wanted === 'cancel' || !isPausedForSameReason(storeJob)) {
      throw new AppError('run.wrong-state', `the store job is ${storeJob.state}`, {
        params: { state: storeJob.state },
      });
    }
    await db
      .updateTable('listing_store_job')
      .set({
        passed_causes: JSON.stringify([
          ...storeJob.passed_causes,
          String(storeJob.fault?.params.cause ?? ''),
        ]),
      })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .where('shop_id', '=', storeJob.shop_id)
      .execute();
    if (cancel) {
      await cancelWaiting(db, ownerId, runId, storeJob.shop_id);
    }
    await changeStoreJob(db, ownerId, { runId, shopId: storeJob.shop_id }, { state: 'waiting', fault: null });
    return found;
  });
  await services.jobs.wake(run);
}
