import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { ShopCapabilities, ShopIdentity, StoreAccess } from '@bowerbird/platforms/listing/store/access';
import { v7 } from 'uuid';
import { requireQuota, requireRoom } from '../billing/quotas.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { Limit } from './limit.ts';
import { findShop, findStoreOfShop, insertStore, saveRenewed, saveShop } from './queries.ts';
import { credentialsPlace, renewedPlace } from './sealed-places.ts';
import { contextWith, listerOf } from './session.ts';

export interface ConnectRequest {
  platform: string;
  name: string;
  domain: string;
  connection: string;
  credentials: Record<string, string>;
  /** What the shop granted our app for them; left out where they open the store by themselves. */
  granted?: Granted;
  practice?: boolean;
}

/** What a shop granted when it authorized our app. */
export interface Granted {
  credentials: Record<string, string>;
  expiresAt: string;
}

/** How long a person waits for a check before it is aborted, in milliseconds. */
const patienceMs = 45_000;

/**
 * Connects the merchant to a store: the credentials are tried first, and nothing is saved unless they work and hold the
 * needed permissions. A shop that is connected already is rejected with the name of its store. Returns the new store's
 * id. The practice store does not count towards a plan. `record` is done together with the saving or not at all.
 */
export async function connectStoreTo(
  services: Services,
  ownerId: string,
  request: ConnectRequest,
  record: (db: OwnerDb) => Promise<void>,
): Promise<string> {
  const lister = listerOf(services, request.platform);
  const credentials = credentialsOf(
    lister,
    request.connection,
    request.credentials,
    request.granted !== undefined,
  );
  const domain = lister.connector.domainOf(request.domain);
  if (domain === null) {
    throw new AppError('address.invalid', 'not the address of a store', { params: { field: 'domain' } });
  }
  if (!request.practice) {
    await asOwner(services.db, ownerId, (db) => requireRoom(db, ownerId, 'stores'));
  }
  const access = {
    domain,
    connection: request.connection,
    credentials: { ...credentials, ...request.granted?.credentials },
    prepared: {},
  };
  const { identity, capabilities } = await tryStore(services, ownerId, request, access);
  refuseMissing(identity);

  return await asOwner(services.db, ownerId, async (db) => {
    const shop = await saveShop(db, ownerId, request.platform, identity, capabilities);
    const other = await findStoreOfShop(db, ownerId, request.platform, identity.identity);
    if (other) {
      throw new AppError('store.already-connected', identity.identity, { params: { store: other.name } });
    }
    if (!request.practice) {
      await requireQuota(db, ownerId, 'stores', 1);
    }
    const id = v7();
    await insertStore(db, ownerId, {
      id,
      shopId: shop.id,
      name: request.name,
      domain,
      connection: request.connection,
      credentials: services.seal.close(JSON.stringify(credentials), credentialsPlace(ownerId, id)),
      secretEnding: endingOf(lister, request.connection, credentials),
      rights: identity.rights,
      state: 'ready',
      fault: null,
      practice: request.practice ?? false,
    });
    if (request.granted) {
      const sealed = services.seal.close(
        JSON.stringify(request.granted.credentials),
        renewedPlace(ownerId, id),
      );
      await saveRenewed(db, ownerId, id, sealed, new Date(request.granted.expiresAt));
    }
    await record(db);
    return id;
  });
}

/**
 * Reads a store's identity with these credentials, and creates what listing needs there, with what was known of the
 * shop before. Throws errors that name the store.
 */
async function tryStore(
  services: Services,
  ownerId: string,
  { platform, name }: ConnectRequest,
  access: StoreAccess,
): Promise<{ identity: ShopIdentity; capabilities: ShopCapabilities | null }> {
  const lister = listerOf(services, platform);
  const signal = AbortSignal.timeout(patienceMs);
  const context = contextWith(services, new Limit(services.clock, lister.features.firstThrottle), signal);
  try {
    const renewed =
      access.credentials.token === undefined ? await lister.connector.renew(access, context) : null;
    const open = renewed
      ? { ...access, credentials: { ...access.credentials, ...renewed.credentials } }
      : access;
    const identity = await lister.connector.identify(open, context);
    if (missingRights(identity.rights)) {
      return { identity, capabilities: null };
    }
    const known = await asOwner(services.db, ownerId, (db) =>
      findShop(db, ownerId, platform, identity.identity),
    );
    const prepared = known?.capabilities?.details ?? {};
    return { identity, capabilities: await lister.connector.prepare({ ...open, prepared }, context) };
  } catch (thrown) {
    const failure = AppError.from(thrown);
    throw signal.aborted
      ? new AppError('store.unreachable', 'no answer in time', { params: { store: name } })
      : asStoreFailure(failure, name);
  }
}

/** Returns a failure of the connection itself as the error for a person who connects a store. */
function asStoreFailure(failure: AppError, store: string): AppError {
  switch (failure.code) {
    case 'address.host-not-found':
      return new AppError('store.not-found', failure.message, { params: { store } });
    case 'address.unreachable':
    case 'source.timeout':
      return new AppError('store.unreachable', failure.message, { params: { store } });
    default:
      return new AppError(failure.code, failure.message, { params: { store, ...failure.params } });
  }
}

/** Returns the needed permissions that are missing, as a fault; null when all are held. */
export function missingRights(rights: ShopIdentity['rights']): Fault | null {
  const missing = rights.filter(({ needed, held }) => needed && !held).map(({ right }) => right);
  return missing.length === 0 ? null : { code: 'store.scope-missing', params: { scope: missing.join(', ') } };
}

function refuseMissing(identity: ShopIdentity): void {
  const missing = missingRights(identity.rights);
  if (missing) {
    const held = identity.rights.filter((right) => right.held).map(({ right }) => right);
    const params = { ...missing.params, held: held.join(', ') };
    throw new AppError('store.scope-missing', 'rights are missing', { params });
  }
}

/**
 * Returns exactly the fields that this connection type has: each required one, and the optional ones that were given.
 * What a shop grants when it authorizes our app is required too, unless the person was sent there (`granted`).
 */
export function credentialsOf(
  lister: Lister,
  connection: string,
  given: Record<string, string>,
  granted = false,
): Record<string, string> {
  const way = lister.connector.connections.find(({ id }) => id === connection);
  if (!way) {
    throw new AppError('request.invalid', `no connection ${connection}`, { params: { field: 'connection' } });
  }
  return Object.fromEntries(
    way.fields.flatMap(({ name, optional }) => {
      const value = given[name]?.trim() ?? '';
      if (value !== '') {
        return [[name, value]];
      }
      if (!optional || (way.granted && !granted)) {
        throw new AppError('request.invalid', `${name} is missing`, { params: { field: name } });
      }
      return [];
    }),
  );
}

/** Returns the last four letters of the secret, so that a person can recognize it; nothing for a short one. */
export function endingOf(
  lister: Lister,
  connection: string,
  credentials: Record<string, string>,
): string | null {
  const secret = lister.connector.connections
    .find(({ id }) => id === connection)
    ?.fields.find((field) => field.secret)?.name;
  const value = secret === undefined ? undefined : credentials[secret];
  return value !== undefined && value.length >= 12 ? value.slice(-4) : null;
}
