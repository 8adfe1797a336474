import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../db/database.ts';
import { findRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';
import { askAgain, identifyAgain, unsteady } from './ask-again.ts';
import { missingRights } from './connect.ts';
import { findRunsHeldFor } from './in-shop.ts';
import { isLost } from './lost.ts';
import { changeStore, getStore, saveShop, saveThrottle } from './queries.ts';
import { StoreSession } from './session.ts';

/**
 * Reads again a connected store's identity and our permissions; the result is saved at the store. Wakes runs that
 * waited for it.
 */
export async function checkAgain(services: Services, ownerId: string, storeId: string): Promise<void> {
  const session = await StoreSession.open(services, ownerId, storeId);
  const signal = AbortSignal.timeout(45_000);
  try {
    const identity = await identifyAgain(session, signal);
    const fault = missingRights(identity.rights);
    const capabilities = fault
      ? null
      : await session.lister.connector.prepare(await session.access(signal), session.context(signal));
    await asOwner(services.db, ownerId, async (db) => {
      await saveShop(db, ownerId, session.shop.platform, identity, capabilities);
      await changeStore(db, ownerId, storeId, {
        state: fault ? 'rights-missing' : 'ready',
        fault,
        rights: identity.rights,
        checked: true,
      });
      if (session.limit.reported) {
        await saveThrottle(db, ownerId, session.shop.id, session.limit.reported);
      }
    });
    if (!fault) {
      await wakeRuns(services, ownerId, storeId);
    }
  } catch (thrown) {
    const failure = await ofAccess(session, AppError.from(thrown));
    const fault = { code: failure.code, params: { store: session.store.name, ...failure.params } };
    await asOwner(services.db, ownerId, (db) =>
      changeStore(db, ownerId, storeId, {
        ...(isLost(failure) && { state: 'lost' as const }),
        fault,
        checked: true,
      }),
    );
    if (!isLost(failure) && !/^(store|address)\./.test(failure.code)) {
      throw failure;
    }
  }
}

/** A store that was connected until now is asked again before its access counts as ended. */
async function ofAccess(session: StoreSession, failure: AppError): Promise<AppError> {
  if (!isLost(failure) || session.store.state !== 'ready') {
    return failure;
  }
  const again = await askAgain(session, AbortSignal.timeout(45_000));
  return again === null ? unsteady(failure) : isLost(again) ? failure : again;
}

async function wakeRuns(services: Services, ownerId: string, storeId: string): Promise<void> {
  const runs = await asOwner(services.db, ownerId, async (db) => {
    const { shop } = await getStore(db, ownerId, storeId);
    const ids = await findRunsHeldFor(db, ownerId, storeId);
    return { shop, runs: await Promise.all(ids.map((id) => findRun(db, ownerId, id))) };
  });
  for (const run of runs.runs) {
    if (run) {
      await services.jobs.wake(run);
    }
  }
}
