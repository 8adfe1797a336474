import { AppError } from '@bowerbird/contract/errors';
import type { Selection } from '@bowerbird/contract/products/products';
import { type Fault, hasEnded } from '@bowerbird/contract/runs';
import type { BackgroundWork } from '../background/background-work.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { createListingRun } from '../listing/runs/create-run.ts';
import { rulesMark } from '../rules/rules-mark.ts';
import { dueIn, eachDue } from '../runs/each-due.ts';
import type { Services } from '../services/services.ts';
import { nextTime } from '../time/schedule-times.ts';
import { changedSince } from './changed.ts';
import {
  findPlaces,
  lastRunOf,
  lockSchedule,
  type Place,
  type ScheduleRow,
  unreadyBecause,
  zoneOf,
} from './rows.ts';

type Outcome = NonNullable<Place['row']['last_outcome']>;

export const listingSchedules: BackgroundWork<Services> = {
  name: 'listing-schedules',
  everyMs: 20_000,
  does: 'Starts scheduled listings that are due.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => startDueListings(services) }),
};

/**
 * Starts the runs of all due schedules, each once, also while other processes do the same. Returns how many were
 * started.
 */
export async function startDueListings(services: Services): Promise<number> {
  const now = new Date(services.clock.wall());
  return await eachDue(dueIn(services.db, 'open_listing_schedule', now), ({ id, owner_id }) =>
    startDue(services, owner_id, id, now),
  );
}

/** Another process started it first. */
class Taken extends Error {
  override readonly name = 'Taken';
}

/** Starts one run for all stores of a schedule that are due. Returns true when there was anything to list. */
async function startDue(services: Services, ownerId: string, id: string, now: Date): Promise<boolean> {
  const { schedule, ready } = await asOwner(services.db, ownerId, (db) => sortOut(db, ownerId, id, now));
  if (ready.length === 0) {
    return false;
  }
  const selection = await whatToList(services, ownerId, schedule, ready);
  if (selection === null) {
    await settle(services, schedule, ready, now, 'nothing-new', null);
    return false;
  }
  try {
    await createListingRun(services, ownerId, { ...requestOf(schedule, ready), selection }, (db, runId) =>
      begin(db, schedule, ready, { now, runId }),
    );
    return true;
  } catch (thrown) {
    if (thrown instanceof Taken) {
      return false;
    }
    const { code, params } = AppError.from(thrown);
    if (code === 'unexpected') {
      throw thrown;
    }
    const nothing = code === 'selection.empty';
    await settle(
      services,
      schedule,
      ready,
      now,
      nothing ? 'nothing-new' : 'refused',
      nothing ? null : { code, params },
    );
    return false;
  }
}

/** The options of a schedule's run, without the products. */
export function requestOf(schedule: ScheduleRow, places: readonly Place[]) {
  // Only a person may release products that the risk check stopped, or bring back products that were deleted in a store
  // or delisted.
  const { released: _released, ...options } = schedule.options;
  return {
    storeIds: places.map(({ store }) => store.id),
    options: { ...options, again: false, delisted: options.delisted ?? 'leave' },
    dryRun: false,
    createdBy: schedule.created_by,
  };
}

/** Records which stores nothing can be listed to now, and returns the others. */
async function sortOut(
  db: OwnerDb,
  ownerId: string,
  id: string,
  now: Date,
): Promise<{ schedule: ScheduleRow; ready: Place[] }> {
  const schedule = await lockSchedule(db, ownerId, id);
  const ready: Place[] = [];
  for (const place of await findPlaces(db, ownerId, id)) {
    if (place.row.next_at === null || place.row.next_at > now) {
      continue;
    }
    const fault = unreadyBecause(place);
    if (fault) {
      await report(db, schedule, place, { now, outcome: 'refused', fault, pauses: true });
    } else if (await isGoing(db, place.row)) {
      await report(db, schedule, place, { now, outcome: 'still-going', fault: null, pauses: false });
    } else {
      ready.push(place);
    }
  }
  return { schedule, ready };
}

async function isGoing(db: OwnerDb, row: Place['row']): Promise<boolean> {
  const last = await lastRunOf(db, row);
  return last !== undefined && !hasEnded(last);
}

/**
 * The first time, after the rules changed, and after an aborted run, all products; otherwise those that are new or have
 * changed, if any.
 */
async function whatToList(
  { db }: Services,
  ownerId: string,
  { selection }: ScheduleRow,
  places: readonly Place[],
): Promise<Selection | null> {
  const known = await asOwner(db, ownerId, async (owned) => {
    for (const { row, shop } of places) {
      const last = await lastRunOf(owned, row);
      const brokeOff = last !== undefined && last.state !== 'complete' && last.state !== 'partial';
      if (brokeOff || row.listed_by !== (await rulesMark(owned, ownerId, shop.id))) {
        return false;
      }
    }
    return true;
  });
  if (!known) {
    return selection;
  }
  const shopIds = places.map(({ shop }) => shop.id);
  const ids = await changedSince(db, ownerId, selection, shopIds);
  return ids.length > 0 ? { ids } : null;
}

/** Records the run at its stores, in the run's own transaction. */
async function begin(
  db: OwnerDb,
  schedule: ScheduleRow,
  places: readonly Place[],
  { now, runId }: { now: Date; runId: string },
): Promise<void> {
  await lockSchedule(db, schedule.owner_id, schedule.id);
  for (const place of places) {
    const reported = await report(db, schedule, place, {
      now,
      outcome: 'started',
      fault: null,
      pauses: false,
    });
    if (!reported) {
      throw new Taken();
    }
    await noteRun(db, place, runId);
  }
}

/** Records that a run lists everything there is to list in a store now, and what else is to be reported about it. */
export async function noteRun(
  db: OwnerDb,
  { row, shop }: Place,
  runId: string,
  reported: Partial<Pick<Place['row'], 'last_at' | 'last_due_at' | 'last_outcome'>> = {},
): Promise<void> {
  await db
    .updateTable('listing_schedule_place')
    .set({ ...reported, last_run_id: runId, listed_by: await rulesMark(db, row.owner_id, shop.id) })
    .where('owner_id', '=', row.owner_id)
    .where('schedule_id', '=', row.schedule_id)
    .where('store_id', '=', row.store_id)
    .execute();
}

async function settle(
  services: Services,
  schedule: ScheduleRow,
  places: readonly Place[],
  now: Date,
  outcome: Outcome,
  fault: Fault | null,
): Promise<void> {
  // A plan that has room again next month is retried; a frozen merchant has to be unfrozen by a person.
  const pauses = fault !== null && fault.code === 'owner.frozen';
  await asOwner(services.db, schedule.owner_id, async (db) => {
    await lockSchedule(db, schedule.owner_id, schedule.id);
    for (const place of places) {
      await report(db, schedule, place, { now, outcome, fault, pauses });
    }
  });
}

/**
 * Records the outcome for a store that was due, and when it is due next. Returns false where another process has
 * recorded it.
 */
async function report(
  db: OwnerDb,
  { times, time_zone }: ScheduleRow,
  place: Place,
  { now, outcome, fault, pauses }: { now: Date; outcome: Outcome; fault: Fault | null; pauses: boolean },
): Promise<boolean> {
  const { row } = place;
  const next = pauses ? null : nextTime(times, zoneOf(place, time_zone), now);
  // A one-time schedule waits for the run before it.
  const waits = next === null && outcome === 'still-going';
  const { numUpdatedRows } = await db
    .updateTable('listing_schedule_place')
    .set({
      ...(!waits && { next_at: next }),
      last_at: now,
      last_due_at: row.next_at,
      last_outcome: outcome,
      fault: fault && jsonText(fault),
    })
    .where('owner_id', '=', row.owner_id)
    .where('schedule_id', '=', row.schedule_id)
    .where('store_id', '=', row.store_id)
    .where('next_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
