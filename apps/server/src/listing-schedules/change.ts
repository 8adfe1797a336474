import { AppError } from '@bowerbird/contract/errors';
import type {
  changeSchedule,
  createSchedule,
  ListingSchedule,
  ScheduleTimes,
} from '@bowerbird/contract/listing/schedules';
import type { BodyOf } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { requireActive } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { requirePlace } from '../db/places.ts';
import type { Call } from '../http/serve.ts';
import { refuseUnready } from '../listing/runs/create-run.ts';
import { getStore } from '../stores/queries.ts';
import { requireTimes } from '../time/required-times.ts';
import { nextTime } from '../time/schedule-times.ts';
import { findPlaces, lockSchedule, type Place, type ScheduleRow, zoneOf } from './rows.ts';
import { getSchedule } from './view.ts';

type NewSchedule = z.output<NonNullable<(typeof createSchedule)['body']>>;

/**
 * Records a schedule. Rejected for a frozen merchant, for a store nothing can be listed to, and above the maximum
 * number of schedules.
 */
export async function writeSchedule(call: Call, body: NewSchedule): Promise<ListingSchedule> {
  const { ownerId } = call;
  requireTimes(body);
  return await call.db(async (db) => {
    await requirePlace(db, ownerId, 'listing_schedule');
    await requireActive(db, ownerId);
    const storeIds = [...new Set(body.storeIds)];
    const stores = await Promise.all(storeIds.map((id) => getStore(db, ownerId, id)));
    refuseUnready(stores);
    const { id } = await db
      .insertInto('listing_schedule')
      .values({
        id: v7(),
        owner_id: ownerId,
        ...columnsOf(body),
        selection: jsonText(body.selection),
        options: jsonText(body.options),
        created_by: call.user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('listing_schedule_place')
      .values(
        stores.map(({ store, shop }) => ({
          schedule_id: id,
          store_id: store.id,
          owner_id: ownerId,
          next_at: firstFrom(body.times, zoneOf({ shop }, body.timeZone), now(call)),
        })),
      )
      .execute();
    return await getSchedule(db, ownerId, id);
  });
}

/**
 * For a repeating schedule, times that had passed when it was requested are left out; a one-time schedule still runs,
 * late.
 */
function firstFrom(times: ScheduleTimes, timeZone: string, from: Date): Date | null {
  return nextTime(times, timeZone, from) ?? nextTime(times, timeZone, null);
}

export async function rewriteSchedule(
  call: Call,
  id: string,
  body: BodyOf<typeof changeSchedule>,
): Promise<ListingSchedule> {
  const { ownerId } = call;
  requireTimes(body);
  return await call.db(async (db) => {
    const before = await lockSchedule(db, ownerId, id);
    const places = await findPlaces(db, ownerId, id);
    await db
      .updateTable('listing_schedule')
      .set({
        ...columnsOf(body),
        ...(body.delisted && { options: jsonText({ ...before.options, delisted: body.delisted }) }),
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
    for (const place of places) {
      const next = body.on ? nextOf(before, place, body, now(call)) : null;
      await db
        .updateTable('listing_schedule_place')
        .set({ next_at: next, ...(next !== null && { fault: null }) })
        .where('owner_id', '=', ownerId)
        .where('schedule_id', '=', id)
        .where('store_id', '=', place.row.store_id)
        .execute();
    }
    return await getSchedule(db, ownerId, id);
  });
}

/** An unchanged time stays as it is. A one-time schedule that has not run yet runs at once if its time has passed. */
function nextOf(
  before: ScheduleRow,
  place: Place,
  { times, timeZone }: BodyOf<typeof changeSchedule>,
  from: Date,
): Date | null {
  const same = jsonText(before.times) === jsonText(times) && before.time_zone === timeZone;
  if (same && place.row.next_at !== null) {
    return place.row.next_at;
  }
  const zone = zoneOf(place, timeZone);
  const hasCome = place.row.last_outcome === 'started' || place.row.last_outcome === 'nothing-new';
  return nextTime(times, zone, from) ?? (hasCome ? null : nextTime(times, zone, null));
}

export async function deleteSchedule(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('listing_schedule')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `schedule ${id}`);
  }
}

function columnsOf({ name, times, timeZone }: { name: string; times: ScheduleTimes; timeZone: string }) {
  return { name, times: jsonText(times), time_zone: timeZone };
}

function now(call: Call): Date {
  return new Date(call.services.clock.wall());
}
