import { AppError } from '@bowerbird/contract/errors';
import type { ShopIdentity } from '@bowerbird/platforms/listing/store/access';
import { isLost } from './lost.ts';
import type { StoreSession } from './session.ts';

/** Pauses before each question, in milliseconds: a store whose database restarts rejects every key for a moment. */
const pausesMs: readonly number[] = [1000, 4000, 10_000];

/**
 * Asks a store that rejected our access whether it has really ended, by signed-in reads some seconds apart; callers at
 * the same time share one answer. Null: the store accepts us, so the rejection was one of a moment. Otherwise what the
 * last read failed with: access has ended only if that says so too.
 */
export function askAgain(session: StoreSession, signal: AbortSignal): Promise<AppError | null> {
  return session.asking.run('access', async () => {
    let failure: AppError | null = null;
    for (const pauseMs of pausesMs) {
      await session.services.clock.sleep(pauseMs, signal);
      failure = await readSignedIn(session, signal);
      if (failure === null || !isLost(failure)) {
        return failure;
      }
    }
    return failure;
  });
}

async function readSignedIn(session: StoreSession, signal: AbortSignal): Promise<AppError | null> {
  try {
    await identifyAgain(session, signal);
    return null;
  } catch (thrown) {
    signal.throwIfAborted();
    return AppError.from(thrown);
  }
}

/** Returns the failure of a store that rejected our access and then accepted it. */
export function unsteady(rejection: AppError): AppError {
  return new AppError('store.access-unsteady', rejection.message, { params: rejection.params });
}

/** Reads a connected store's identity and our permissions again; credentials that open another shop are an error. */
export async function identifyAgain(session: StoreSession, signal: AbortSignal): Promise<ShopIdentity> {
  const access = await session.access(signal);
  const identity = await session.lister.connector.identify(access, session.context(signal));
  if (identity.identity !== session.shop.identity) {
    // These credentials open another shop, with a ledger of its own.
    throw new AppError('store.credentials-wrong', 'another shop', {
      params: { reason: 'another-shop', store: identity.name },
    });
  }
  return identity;
}
