import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../db/database.ts';
import { findRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';
import { missingRights } from './connect.ts';
import { findRunsHeldFor } from './in-shop.ts';
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
    const access = await session.access(signal);
    const identity = await session.lister.connector.identify(access, session.context(signal));
    if (identity.identity !== session.shop.identity) {
      // These credentials open another shop, with a ledger of its own.
      throw new AppError('store.credentials-wrong', 'another shop', {
        params: { reason: 'another-shop', store: identity.name },
      });
    }
    const fault = missingRights(identity.rights);
    const capabilities = fault
      ? null
      : await session.lister.connector.prepare(access, session.context(signal));
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
    const failure = AppError.from(thrown);
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

/** Reports whether a failure means that access has ended, rather than that the store is temporarily unwell. */
export function isLost({ code }: AppError): boolean {
  return (
    code === 'store.access-denied' ||
    code === 'store.credentials-wrong' ||
    code === 'store.https-needed' ||
    code === 'store.app-not-installed' ||
    code === 'store.not-found' ||
    code === 'store.frozen'
  );
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
