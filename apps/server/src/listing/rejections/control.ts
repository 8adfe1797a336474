import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../../db/database.ts';
import { getRun, hasEnded } from '../../runs/runs.ts';
import type { Services } from '../../services.ts';
import { cancelWaiting } from '../items.ts';
import { changeLane, findLanes } from '../lanes.ts';
import { isPausedAlike } from './alike.ts';

/** A store's part of a run. */
interface StoreJobPlace {
  ownerId: string;
  runId: string;
  storeId: string;
}

/**
 * Lets a store job that paused for one cause go on; in this run it pauses for that cause no more.
 * Throws `run.wrong-state` when the store job is not paused so.
 */
export async function continueStoreJob(services: Services, place: StoreJobPlace): Promise<void> {
  await release(services, place, { cancel: false });
}

/**
 * Cancels what waits for a store whose job paused for one cause. Its worker then verifies what was listed, and ends the job.
 * Throws `run.wrong-state` when the store job is not paused so.
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
    // Of two who press at once, the second finds it going on.
    await db
      .selectFrom('run')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', '=', runId)
      .forUpdate()
      .execute();
    const lane = (await findLanes(db, ownerId, runId)).find((each) => each.store_id === storeId);
    if (!lane) {
      throw new AppError('not-found', `store ${storeId} of run ${runId}`);
    }
    if (hasEnded(found.state) || found.wanted === 'cancel' || !isPausedAlike(lane)) {
      throw new AppError('run.wrong-state', `the store job is ${lane.state}`, {
        params: { state: lane.state },
      });
    }
    await db
      .updateTable('listing_lane')
      .set({ passed_causes: JSON.stringify([...lane.passed_causes, String(lane.fault?.params.cause ?? '')]) })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .where('shop_id', '=', lane.shop_id)
      .execute();
    if (cancel) {
      await cancelWaiting(db, ownerId, runId, lane.shop_id);
    }
    await changeLane(db, ownerId, { runId, shopId: lane.shop_id }, { state: 'waiting', fault: null });
    return found;
  });
  await services.jobs.wake(run);
}
