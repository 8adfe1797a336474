import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import type { Selectable } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { ListingSchedulePlaceTable, ListingScheduleTable } from '../db/tables/schedules.ts';
import { refuseUnready } from '../listing/runs/create-run.ts';
import { findRun, type RunRow } from '../runs/runs.ts';
import { getStore, type StoreWithShop } from '../stores/queries.ts';
import { isTimeZone } from '../time/local-time.ts';

export type ScheduleRow = Selectable<ListingScheduleTable>;
export type PlaceRow = Selectable<ListingSchedulePlaceTable>;

/** A schedule in one of its stores; the store may have been removed since. */
export interface Place extends StoreWithShop {
  row: PlaceRow;
}

/** Reads and locks the schedule; no other transaction can start or change it until this one ends. */
export async function lockSchedule(db: OwnerDb, ownerId: string, id: string): Promise<ScheduleRow> {
  const row = await db
    .selectFrom('listing_schedule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `schedule ${id}`);
  }
  return row;
}

/** Returns the schedule's stores, oldest first. */
export async function findPlaces(db: OwnerDb, ownerId: string, scheduleId: string): Promise<Place[]> {
  const rows = await db
    .selectFrom('listing_schedule_place')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('schedule_id', '=', scheduleId)
    .orderBy('store_id')
    .execute();
  const places: Place[] = [];
  for (const row of rows) {
    places.push({ row, ...(await getStore(db, ownerId, row.store_id, true)) });
  }
  return places;
}

/**
 * Returns the run the schedule last began in a store; undefined before the first run, and where the run was purged with
 * other old ones.
 */
export async function lastRunOf(
  db: OwnerDb,
  { owner_id, last_run_id }: PlaceRow,
): Promise<RunRow | undefined> {
  return last_run_id === null ? undefined : await findRun(db, owner_id, last_run_id);
}

/**
 * Returns the time zone a schedule uses in a store: the store's own, or the schedule's where the store reports none.
 */
export function zoneOf({ shop }: Pick<Place, 'shop'>, ownZone: string): string {
  return shop.time_zone !== null && isTimeZone(shop.time_zone) ? shop.time_zone : ownZone;
}

/** Returns why nothing can be listed to a store now; null where it can. */
export function unreadyBecause({ store, shop }: Place): Fault | null {
  if (store.removed_at !== null) {
    return { code: 'store.access-denied', params: { store: store.name } };
  }
  try {
    refuseUnready([{ store, shop }]);
    return null;
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    return { code, params };
  }
}
