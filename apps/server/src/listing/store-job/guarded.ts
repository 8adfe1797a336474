import { AppError } from '@bowerbird/contract/errors';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { asOwner } from '../../db/database.ts';
import { askAgain, unsteady } from '../../stores/ask-again.ts';
import { isLost } from '../../stores/lost.ts';
import { changeStore } from '../../stores/queries.ts';
import { type StoreJob, StoreJobHeld } from './store-job.ts';

/** How long a store job rests when its store does not answer, in milliseconds. */
const restMs = 60_000;
/** How long it rests when the store takes no more on this day. */
const dailyCapMs = 60 * 60_000;

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
  if (isLost(thrown)) {
    const again = await askAgain(storeJob.session, storeJob.cut);
    if (again === null || !isLost(again)) {
      const held = again && (await heldBy(storeJob, again));
      return held instanceof StoreJobHeld ? held : await heldBy(storeJob, unsteady(thrown));
    }
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
    case 'store.access-unsteady':
    case 'store.blocked-us':
    // Uploaded images cannot be read for now: no product is listed without those that it has.
    case 'files.store-unreachable':
      return new StoreJobHeld(fault, restMs);
    case 'store.scope-missing':
      return new StoreJobHeld(fault, null);
    default:
      return thrown;
  }
}

/** Reports whether a rejection concerns the store and not the product: the whole store job rests. */
export function isOfStore({ code }: StoreFault): boolean {
  return code === 'store.daily-cap' || code === 'store.scope-missing' || code === 'store.access-denied';
}

/** Returns how the store job rests because of such a rejection. */
export async function holdFor(storeJob: StoreJob, { code, params, said }: StoreFault): Promise<unknown> {
  switch (code) {
    case 'store.daily-cap':
      return new StoreJobHeld({ code, params: {} }, dailyCapMs);
    case 'store.access-denied':
      return await heldBy(storeJob, new AppError(code, said, { params }));
    default:
      return new StoreJobHeld({ code, params }, null);
  }
}
