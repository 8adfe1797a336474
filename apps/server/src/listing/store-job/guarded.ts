import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../../db/database.ts';
import { isLost } from '../../stores/check.ts';
import { changeStore } from '../../stores/queries.ts';
import { type StoreJob, StoreJobHeld } from './store-job.ts';

/** How long a store job rests when its store does not answer, in milliseconds. */
const restMs = 60_000;

/**
 * Does one step. A step that another worker overtook is dropped, to be taken up again from the row; a store that cannot
 * be reached makes the store job rest, after an expired token was renewed once.
 */
export async function guarded<Result>(storeJob: StoreJob, step: () => Promise<Result>): Promise<Result> {
  storeJob.cut.throwIfAborted();
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      throw thrown;
    }
    if (thrown.code === 'store.access-denied' && (await renewed(storeJob))) {
      return await step().catch(async (again: unknown) => {
        throw await heldBy(storeJob, again);
      });
    }
    throw await heldBy(storeJob, thrown);
  }
}

async function renewed(storeJob: StoreJob): Promise<boolean> {
  try {
    return await storeJob.session.renew(storeJob.cut);
  } catch {
    return false;
  }
}

/** Returns what a failure of the store as a whole means for the store job. */
export async function heldBy(storeJob: StoreJob, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof AppError)) {
    return thrown;
  }
  const fault = { code: thrown.code, params: { store: storeJob.session.store.name, ...thrown.params } };
  if (isLost(thrown)) {
    await asOwner(storeJob.services.db, storeJob.ownerId, (db) =>
      changeStore(db, storeJob.ownerId, storeJob.session.store.id, { state: 'lost', fault, checked: true }),
    );
    return new StoreJobHeld(fault, null);
  }
  switch (thrown.code) {
    case 'address.host-not-found':
    case 'address.unreachable':
    case 'store.unreachable':
    case 'store.unwell':
    case 'store.rate-limited':
      return new StoreJobHeld(fault, restMs);
    case 'store.scope-missing':
      return new StoreJobHeld(fault, null);
    default:
      return thrown;
  }
}
