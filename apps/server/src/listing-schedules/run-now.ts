import { hasEnded } from '@bowerbird/contract/runs';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { createListingRun, refuseUnready } from '../listing/runs/create-run.ts';
import { findPlaces, lastRunOf, lockSchedule, type Place, unreadyBecause } from './rows.ts';
import { noteRun, requestOf } from './start-due.ts';

/** A run of the schedule is already under way. */
class GoesOn extends Error {
  override readonly name = 'GoesOn';
  readonly runId: string;
  constructor(runId: string) {
    super(`run ${runId} goes on`);
    this.runId = runId;
  }
}

/**
 * Lists everything of a schedule now, in those of its stores that accept it. Returns the run, or the one already under
 * way.
 */
export async function runScheduleNow({ services, ownerId, user }: Call, id: string): Promise<string> {
  try {
    const { schedule, ready } = await asOwner(services.db, ownerId, async (db) => {
      const locked = await lockSchedule(db, ownerId, id);
      const places = await findPlaces(db, ownerId, id);
      await refuseWhileItGoesOn(db, places);
      const able = places.filter((place) => unreadyBecause(place) === null);
      if (able.length === 0) {
        refuseUnready(places);
      }
      return { schedule: locked, ready: able };
    });
    const request = { ...requestOf(schedule, ready), selection: schedule.selection, createdBy: user.id };
    return await createListingRun(services, ownerId, request, async (db, runId) => {
      await lockSchedule(db, ownerId, id);
      await refuseWhileItGoesOn(db, await findPlaces(db, ownerId, id));
      const now = new Date(services.clock.wall());
      for (const place of ready) {
        await noteRun(db, place, runId, { last_at: now, last_due_at: now, last_outcome: 'started' });
      }
    });
  } catch (thrown) {
    if (thrown instanceof GoesOn) {
      return thrown.runId;
    }
    throw thrown;
  }
}

async function refuseWhileItGoesOn(db: OwnerDb, places: readonly Place[]): Promise<void> {
  for (const { row } of places) {
    const run = await lastRunOf(db, row);
    if (run && !hasEnded(run)) {
      throw new GoesOn(run.id);
    }
  }
}
