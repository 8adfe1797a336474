import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../db/database.ts';
import { isLost } from '../stores/check.ts';
import { changeStore } from '../stores/queries.ts';
import { type Lane, LaneHeld } from './lane.ts';

/** How long a lane rests when its store does not answer, in milliseconds. */
const restMs = 60_000;

/**
 * Does one step. A step that another worker overtook is dropped, to be taken up anew from the row; a store that cannot
 * be asked rests the lane, after a token that ended was renewed once.
 */
export async function guarded<Result>(lane: Lane, step: () => Promise<Result>): Promise<Result> {
  lane.cut.throwIfAborted();
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      throw thrown;
    }
    if (thrown.code === 'store.access-denied' && (await renewed(lane))) {
      return await step().catch(async (again: unknown) => {
        throw await heldBy(lane, again);
      });
    }
    throw await heldBy(lane, thrown);
  }
}

async function renewed(lane: Lane): Promise<boolean> {
  try {
    return await lane.session.renew(lane.cut);
  } catch {
    return false;
  }
}

/** What a failure of the store as a whole means for the lane. */
export async function heldBy(lane: Lane, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof AppError)) {
    return thrown;
  }
  const fault = { code: thrown.code, params: { store: lane.session.store.name, ...thrown.params } };
  if (isLost(thrown)) {
    await asOwner(lane.services.db, lane.ownerId, (db) =>
      changeStore(db, lane.ownerId, lane.session.store.id, { state: 'lost', fault, checked: true }),
    );
    return new LaneHeld(fault, null);
  }
  switch (thrown.code) {
    case 'address.host-not-found':
    case 'address.unreachable':
    case 'store.unreachable':
    case 'store.unwell':
    case 'store.rate-limited':
      return new LaneHeld(fault, restMs);
    case 'store.scope-missing':
      return new LaneHeld(fault, null);
    default:
      return thrown;
  }
}
