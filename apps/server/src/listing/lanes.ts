import type { ListingCertificate, ListingOptions } from '@bowerbird/contract/listing';
import type { Fault, RunState } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { LaneState, ListingLaneTable, ListingRunTable } from '../db/tables/listing.ts';
import { changeRun, getRun, hasEnded } from '../runs/runs.ts';
import { addCounts, countItems, doneOf } from './items.ts';

export type LaneRow = Selectable<ListingLaneTable>;
export type ListingRunRow = Selectable<ListingRunTable>;

const endedLanes: readonly LaneState[] = ['complete', 'partial', 'failed'];

export function laneHasEnded(state: LaneState): boolean {
  return endedLanes.includes(state);
}

export async function insertListingRun(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  ask: { options: ListingOptions; dry: boolean; places: readonly { shopId: string; storeId: string }[] },
): Promise<void> {
  await db
    .insertInto('listing_run')
    .values({ run_id: runId, owner_id: ownerId, options: JSON.stringify(ask.options), dry: ask.dry })
    .execute();
  await db
    .insertInto('listing_lane')
    .values(
      ask.places.map(({ shopId, storeId }) => ({
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

export async function findLanes(db: OwnerDb, ownerId: string, runId: string): Promise<LaneRow[]> {
  return await db
    .selectFrom('listing_lane')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .orderBy('shop_id')
    .execute();
}

export async function findLane(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  shopId: string,
): Promise<LaneRow | undefined> {
  return (await findLanes(db, ownerId, runId)).find((lane) => lane.shop_id === shopId);
}

export interface LaneChange {
  state?: LaneState;
  fault?: Fault | null;
  goesOnAt?: Date | null;
  perSecond?: number | null;
  limitUsed?: number | null;
  secondsLeft?: number | null;
  certificate?: ListingCertificate;
}

/** Changes a lane, and the run as its lanes together make it. */
export async function changeLane(
  db: OwnerDb,
  ownerId: string,
  lane: { runId: string; shopId: string },
  change: LaneChange,
): Promise<void> {
  // One after another: the run's state is made of all lanes, and two of them may end at once.
  await db
    .selectFrom('run')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', lane.runId)
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
      .updateTable('listing_lane')
      .set(set)
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', lane.runId)
      .where('shop_id', '=', lane.shopId)
      .execute();
  }
  await tellRun(db, ownerId, lane.runId);
}

/** Puts the run's own state and counts together from its lanes. */
async function tellRun(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  const run = await getRun(db, ownerId, runId);
  const lanes = await findLanes(db, ownerId, runId);
  const { done, failed, total } = doneOf(addCounts((await countItems(db, ownerId, runId)).values()));
  const state = runStateOf(
    lanes.map((lane) => lane.state),
    run.wanted,
  );
  const fault = lanes.find((lane) => lane.fault !== null)?.fault ?? null;
  const resting = lanes.filter((lane) => lane.state === 'held');
  const goesOn = resting
    .flatMap((lane) => lane.goes_on_at ?? [])
    .sort((one, other) => Number(one) - Number(other));
  const left = lanes.flatMap((lane) => (laneHasEnded(lane.state) ? [] : (lane.seconds_left ?? [])));
  await changeRun(db, ownerId, runId, {
    done,
    failed,
    total,
    state,
    fault,
    goesOnAt: goesOn[0] ?? null,
    secondsLeft: left.length > 0 ? Math.max(...left) : null,
    ...(state === 'running' && { started: true }),
    ...(hasEnded(state) && { ended: true }),
  });
}

function runStateOf(lanes: readonly LaneState[], wanted: 'go' | 'pause' | 'cancel'): RunState {
  // What is held has nobody at work on it: once a person cancels the run, it is over.
  if (lanes.every((state) => laneHasEnded(state) || (wanted === 'cancel' && state === 'held'))) {
    if (wanted === 'cancel') {
      return 'cancelled';
    }
    return lanes.every((state) => state === 'complete')
      ? 'complete'
      : lanes.every((state) => state === 'failed')
        ? 'failed'
        : 'partial';
  }
  if (lanes.includes('running')) {
    return 'running';
  }
  if (wanted === 'pause') {
    return 'paused';
  }
  return lanes.includes('held') ? 'held' : lanes.some(laneHasEnded) ? 'running' : 'waiting';
}

/** Whether a run waits for this shop, so that what is not urgent gives way: another, or one whose paused part was continued. */
export async function runsWait(db: OwnerDb, ownerId: string, shopId: string): Promise<boolean> {
  const found = await db
    .selectFrom('listing_lane')
    .innerJoin('run', 'run.id', 'listing_lane.run_id')
    .select(sql<number>`1`.as('one'))
    .where('listing_lane.owner_id', '=', ownerId)
    .where('listing_lane.shop_id', '=', shopId)
    .where('listing_lane.state', 'in', ['waiting', 'running'])
    .where('run.wanted', '=', 'go')
    .where('run.state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
