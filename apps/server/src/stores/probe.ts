import { AppError } from '@bowerbird/contract/errors';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { isInUse } from './in-shop.ts';
import { beginProbe, endProbe } from './one-at-a-time.ts';
import { saveProbed } from './queries.ts';
import { StoreSession } from './session.ts';

/** A probe writes two drafts and removes them, at the store's pace. */
const patienceMs = 120_000;

/**
 * Finds out how a store treats a repeated key, with two drafts that are removed again (`docs/listing-protocol.md`,
 * Probing a store). Only when a person requested it, and not while a run is under way there. The result is saved at the
 * shop.
 */
export async function probeStore(services: Services, ownerId: string, storeId: string): Promise<void> {
  const session = await StoreSession.open(services, ownerId, storeId);
  const { probe } = session.lister.connector;
  if (!probe) {
    throw new AppError('request.invalid', `${session.shop.platform} is not probed`, {
      params: { field: 'id' },
    });
  }
  const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(services.db, ownerId, work);
  await owned(async (db) => {
    const taken = await beginProbe(db, ownerId, session.shop.id, patienceMs / 1000);
    if (!taken || (await isInUse(db, ownerId, storeId))) {
      throw new AppError('store.in-use', 'a run or a probe is under way', {
        params: { store: session.store.name },
      });
    }
  });
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const access = await session.access(signal);
    // The drafts belong to no product and have no intent; they may be sent as long as the caller still waits.
    const context = session.context(signal, () => signal.throwIfAborted());
    const capabilities = await probe(access, context);
    await owned((db) => saveProbed(db, ownerId, session.shop.id, capabilities));
  } catch (thrown) {
    const failure = AppError.from(thrown);
    throw signal.aborted
      ? new AppError('store.unreachable', 'no answer in time', { params: { store: session.store.name } })
      : new AppError(failure.code, failure.message, {
          params: { store: session.store.name, ...failure.params },
        });
  } finally {
    await owned((db) => endProbe(db, ownerId, session.shop.id));
  }
}
