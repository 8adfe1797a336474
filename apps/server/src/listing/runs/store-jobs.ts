import type { ListingCertificate, ListingOptions } from '@bowerbird/contract/listing/listing';
import { type Fault, hasEnded, type RunState } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingRunTable, ListingStoreJobTable, StoreJobState } from '../../db/tables/listing.ts';
import { changeRun, getRun } from '../../runs/runs.ts';
import { addCounts, countItems, doneOf } from './items.ts';

export type StoreJobRow = Selectable<ListingStoreJobTable>;
export type ListingRunRow = Selectable<ListingRunTable>;

const endedStoreJobs: readonly StoreJobState[] = ['complete', 'partial', 'failed'];

export function storeJobHasEnded(state: StoreJobState): boolean {
  return endedStoreJobs.includes(state);
}

export async function insertListingRun(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  request: { options: ListingOptions; dry: boolean; places: readonly { shopId: string; storeId: string }[] },
): Promise<void> {
  await db
    .insertInto('listing_run')
    .values({ run_id: runId, owner_id: ownerId, options: JSON.stringify(request.options), dry: request.dry })
    .execute();
  await db
    .insertInto('listing_store_job')
    .values(
      request.places.map(({ shopId, storeId }) => ({
        run_id: runId,
        shop_id: shopId,
        store_id: storeId,
        owner_id: ownerId,
      })),
    )
    .execute();
}

export async function findListingRun(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<ListingRunRow | undefined> {
  return await db
    .selectFrom('listing_run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
}

export async function findStoreJobs(db: OwnerDb, ownerId: string, runId: string): Promise<StoreJobRow[]> {
  return await db
    .selectFrom('listing_store_job')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .orderBy('shop_id')
    .execute();
}

export async function findStoreJob(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  shopId: string,
): Promise<StoreJobRow | undefined> {
  return (await findStoreJobs(db, ownerId, runId)).find((storeJob) => storeJob.shop_id === shopId);
}

export interface StoreJobChange {
  state?: StoreJobState;
  fault?: Fault | null;
  goesOnAt?: Date | null;
  perSecond?: number | null;
  limitUsed?: number | null;
  secondsLeft?: number | null;
  certificate?: ListingCertificate;
}

/** Changes a store job, and the run's state, which is derived from all its store jobs. */
export async function changeStoreJob(
  db: OwnerDb,
  ownerId: string,
  storeJob: { runId: string; shopId: string },
  change: StoreJobChange,
): Promise<void> {
  // Serialized: the run's state is made of all store jobs, and two of them may end at once.
  await db
    .selectFrom('run')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', storeJob.runId)
    .forUpdate()
    .execute();
  const set = {
    ...(change.state !== undefined && { state: change.state }),
    ...(change.fault !== undefined && { fault: change.fault === null ? null : JSON.stringify(change.fault) }),
    ...(change.goesOnAt !== undefined && { goes_on_at: change.goesOnAt }),
    ...(change.perSecond !== undefined && { per_second: change.perSecond }),
    ...(change.limitUsed !== undefined && { limit_used: change.limitUsed }),
    ...(change.secondsLeft !== undefined && { seconds_left: change.secondsLeft }),
    ...(change.certificate !== undefined && { certificate: JSON.stringify(change.certificate) }),
  };
  if (Object.keys(set).length > 0) {
    await db
      .updateTable('listing_store_job')
      .set(set)
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', storeJob.runId)
      .where('shop_id', '=', storeJob.shopId)
      .execute();
  }
  await reportRun(db, ownerId, storeJob.runId);
}

/** Derives the run's own state and counts from its store jobs. */
async function reportRun(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  const run = await getRun(db, ownerId, runId);
  const storeJobs = await findStoreJobs(db, ownerId, runId);
  const { done, failed, total } = doneOf(addCounts((await countItems(db, ownerId, runId)).values()));
  const state = runStateOf(
    storeJobs.map((storeJob) => storeJob.state),
    run.wanted,
  );
  const fault = storeJobs.find((storeJob) => storeJob.fault !== null)?.fault ?? null;
  const resting = storeJobs.filter((storeJob) => storeJob.state === 'held');
  const goesOn = resting
    .flatMap((storeJob) => storeJob.goes_on_at ?? [])
    .sort((one, other) => Number(one) - Number(other));
  const left = storeJobs.flatMap((storeJob) =>
    storeJobHasEnded(storeJob.state) ? [] : (storeJob.seconds_left ?? []),
  );
  await changeRun(db, ownerId, runId, {
    done,
    failed,
    total,
    state,
    fault,
    goesOnAt: goesOn[0] ?? null,
    secondsLeft: left.length > 0 ? Math.max(...left) : null,
    ...(state === 'running' && { started: true }),
    ...(hasEnded({ state }) && { ended: true }),
  });
}

function runStateOf(storeJobs: readonly StoreJobState[], wanted: 'go' | 'pause' | 'cancel'): RunState {
  // No worker is on a held store job: once a person cancels the run, it is over.
  if (storeJobs.every((state) => storeJobHasEnded(state) || (wanted === 'cancel' && state === 'held'))) {
    if (wanted === 'cancel') {
      return 'cancelled';
    }
    return storeJobs.every((state) => state === 'complete')
      ? 'complete'
      : storeJobs.every((state) => state === 'failed')
        ? 'failed'
        : 'partial';
  }
  if (storeJobs.includes('running')) {
    return 'running';
  }
  if (wanted === 'pause') {
    return 'paused';
  }
  return storeJobs.includes('held') ? 'held' : storeJobs.some(storeJobHasEnded) ? 'running' : 'waiting';
}

/**
 * Reports whether a run waits for this shop, so that less urgent work gives way: another run, or one whose paused part
 * was resumed.
 */
export async function runsWait(db: OwnerDb, ownerId: string, shopId: string): Promise<boolean> {
  const found = await db
    .selectFrom('listing_store_job')
    .innerJoin('run', 'run.id', 'listing_store_job.run_id')
    .select(sql<number>`1`.as('one'))
    .where('listing_store_job.owner_id', '=', ownerId)
    .where('listing_store_job.shop_id', '=', shopId)
    .where('listing_store_job.state', 'in', ['waiting', 'running'])
    .where('run.wanted', '=', 'go')
    .where('run.state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
