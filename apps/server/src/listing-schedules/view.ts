import { AppError } from '@bowerbird/contract/errors';
import type { ListingSchedule, SchedulePlace } from '@bowerbird/contract/listing/schedules';
import type { OwnerDb } from '../db/database.ts';
import { namesOf } from '../runs/names.ts';
import { findPlaces, lastRunOf, type Place, type ScheduleRow, zoneOf } from './rows.ts';

/** Schedules are looked for every few seconds; a run that begins within this many seconds is on time. */
const inTimeSeconds = 120;

/** Returns all schedules of a merchant, oldest first. */
export async function findSchedules(db: OwnerDb, ownerId: string): Promise<ListingSchedule[]> {
  const rows = await db
    .selectFrom('listing_schedule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
  const schedules: ListingSchedule[] = [];
  for (const row of rows) {
    schedules.push(await viewOf(db, row));
  }
  return schedules;
}

export async function getSchedule(db: OwnerDb, ownerId: string, id: string): Promise<ListingSchedule> {
  const row = await db
    .selectFrom('listing_schedule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `schedule ${id}`);
  }
  return await viewOf(db, row);
}

async function viewOf(db: OwnerDb, row: ScheduleRow): Promise<ListingSchedule> {
  const places = await findPlaces(db, row.owner_id, row.id);
  const names = await namesOf(db, row.owner_id, row.created_by ? [row.created_by] : []);
  const shown: SchedulePlace[] = [];
  for (const place of places) {
    shown.push(await placeOf(db, row, place));
  }
  return {
    id: row.id,
    name: row.name,
    times: row.times,
    timeZone: row.time_zone,
    products: productsOf(row),
    options: row.options,
    state: stateOf(row, places),
    places: shown,
    createdBy: row.created_by ? (names.get(row.created_by) ?? null) : null,
    createdAt: row.created_at.toISOString(),
  };
}

function productsOf({ selection }: ScheduleRow): ListingSchedule['products'] {
  if ('ids' in selection) {
    return { by: 'hand', count: selection.ids.length };
  }
  return { by: Object.keys(selection.filter).length === 0 ? 'all' : 'filter', count: null };
}

function stateOf({ times }: ScheduleRow, places: readonly Place[]): ListingSchedule['state'] {
  if (places.some(({ row }) => row.next_at !== null)) {
    return 'on';
  }
  const isDone =
    times.repeat.kind === 'never' &&
    places.every(
      ({ row }) => row.fault === null && row.last_outcome !== null && row.last_outcome !== 'refused',
    );
  return isDone ? 'done' : 'paused';
}

async function placeOf(db: OwnerDb, schedule: ScheduleRow, place: Place): Promise<SchedulePlace> {
  const { row, store, shop } = place;
  const timeZone = zoneOf(place, schedule.time_zone);
  const run =
    row.last_outcome === 'nothing-new' || row.last_outcome === 'refused'
      ? undefined
      : await lastRunOf(db, row);
  return {
    storeId: store.id,
    storeName: store.name,
    platform: shop.platform,
    timeZone,
    zoneIsOurs: timeZone !== shop.time_zone,
    nextAt: row.next_at?.toISOString() ?? null,
    last:
      row.last_at === null || row.last_due_at === null || row.last_outcome === null
        ? null
        : {
            at: row.last_at.toISOString(),
            dueAt: row.last_due_at.toISOString(),
            lateSeconds: lateOf(row.last_at, row.last_due_at),
            outcome: row.last_outcome,
            run: run ? { id: run.id, state: run.state } : null,
          },
    fault: row.fault,
  };
}

function lateOf(at: Date, dueAt: Date): number {
  const seconds = Math.round((at.getTime() - dueAt.getTime()) / 1000);
  return seconds > inTimeSeconds ? seconds : 0;
}
