import { AppError } from '@bowerbird/contract/errors';
import { comeBack } from '@bowerbird/contract/listing/stores';
import { apiBase } from '@bowerbird/contract/route';
import type { AppGrant, StoreAccess } from '@bowerbird/platforms/listing/store/access';
import { requireRoom } from '../billing/quotas.ts';
import { asOwner } from '../db/database.ts';
import { consoleAddress } from '../http/console-address.ts';
import type { Call } from '../http/serve.ts';
import { may } from '../http/signed-in.ts';
import type { Services } from '../services/services.ts';
import { checkAgain } from './check.ts';
import { type ConnectRequest, connectStoreTo, credentialsOf, endingOf, type Granted } from './connect.ts';
import { type GrantRow, keepGrant, takeGrant } from './grant-queries.ts';
import { Limit } from './limit.ts';
import { changeStore, getStore, saveRenewed } from './queries.ts';
import { credentialsPlace, grantPlace, renewedPlace } from './sealed-places.ts';
import { contextWith, listerOf } from './session.ts';

/** How long a person may be away at the shop. */
const awayMs = 10 * 60_000;
const patienceMs = 45_000;

/** Returns the address that shops send people back to who authorized our app. */
export function grantReturnsTo(call: Pick<Call, 'services' | 'request'>): string {
  return `${consoleAddress(call)}${apiBase}${comeBack.path}`;
}

/**
 * Returns where to send a person who connects a store by this connection. Only that person can come back by it, once,
 * within ten minutes.
 */
export async function beginGrantOf(
  call: Call,
  request: ConnectRequest,
  storeId: string | null,
): Promise<{ address: string }> {
  const { services, ownerId } = call;
  const lister = listerOf(services, request.platform);
  const credentials = credentialsOf(lister, request.connection, request.credentials, true);
  const domain = lister.connector.domainOf(request.domain);
  if (domain === null) {
    throw new AppError('address.invalid', 'not the address of a store', { params: { field: 'domain' } });
  }
  if (storeId === null) {
    await call.db((db) => requireRoom(db, ownerId, 'stores'));
  }
  const state = newState();
  const returnsTo = grantReturnsTo(call);
  const address = grantOf(services, request).address(
    { domain, connection: request.connection, credentials, prepared: {} },
    { returnsTo, state },
  );
  const stateHash = await hashOf(state);
  await call.db(async (db) =>
    keepGrant(db, ownerId, {
      state_hash: stateHash,
      user_id: call.user.id,
      store_id: storeId,
      platform: request.platform,
      name: request.name,
      domain,
      connection: request.connection,
      credentials: services.seal.close(JSON.stringify(credentials), grantPlace(ownerId, stateHash)),
      returns_to: returnsTo,
      ends_at: new Date(services.clock.wall() + awayMs),
    }),
  );
  return { address };
}

/** Ends a grant that was begun, with the query that the shop sent the person back with. Returns the store's id. */
export async function finishGrantWith(call: Call, query: string): Promise<string> {
  const { services, ownerId, user } = call;
  const state = new URLSearchParams(query).get('state') ?? '';
  const stateHash = await hashOf(state);
  const begun = await call.db((db) => takeGrant(db, ownerId, user.id, stateHash));
  if (!begun || begun.ends_at.getTime() < services.clock.wall()) {
    throw new AppError('store.grant-ended', 'no such grant is under way');
  }
  const action = begun.store_id === null ? 'add' : 'edit';
  if (!may(user, 'stores', action)) {
    throw new AppError('permission.missing', `stores.${action}`, {
      params: { permission: 'stores', action },
    });
  }
  const credentials: Record<string, string> = JSON.parse(
    services.seal.open(begun.credentials, grantPlace(begun.owner_id, begun.state_hash)),
  );
  const granted = await redeem(services, begun, credentials, query);
  if (begun.store_id === null) {
    const { platform, name, domain, connection } = begun;
    const request = { platform, name, domain, connection, credentials, granted };
    return await connectStoreTo(services, ownerId, request, call.record);
  }
  await renewAccess(call, begun.store_id, { ...begun, credentials, granted });
  return begun.store_id;
}

async function redeem(
  services: Services,
  begun: GrantRow,
  credentials: Record<string, string>,
  query: string,
): Promise<Granted> {
  const signal = AbortSignal.timeout(patienceMs);
  const lister = listerOf(services, begun.platform);
  const context = contextWith(services, new Limit(services.clock, lister.features.firstThrottle), signal);
  const access: StoreAccess = {
    domain: begun.domain,
    connection: begun.connection,
    credentials,
    prepared: {},
  };
  try {
    return await grantOf(services, begun).redeem(query, begun.returns_to, access, context);
  } catch (thrown) {
    const { code, message, params } = AppError.from(thrown);
    throw new AppError(code, message, { params: { store: begun.name, ...params } });
  }
}

async function renewAccess(
  { services, ownerId, record }: Call,
  storeId: string,
  given: { connection: string; credentials: Record<string, string>; granted: Granted },
): Promise<void> {
  const { connection, credentials, granted } = given;
  await asOwner(services.db, ownerId, async (db) => {
    const { shop } = await getStore(db, ownerId, storeId);
    await changeStore(db, ownerId, storeId, {
      connection,
      credentials: services.seal.close(JSON.stringify(credentials), credentialsPlace(ownerId, storeId)),
      secretEnding: endingOf(listerOf(services, shop.platform), connection, credentials),
      state: 'checking',
    });
    const sealed = services.seal.close(JSON.stringify(granted.credentials), renewedPlace(ownerId, storeId));
    await saveRenewed(db, ownerId, storeId, sealed, new Date(granted.expiresAt));
    await record(db);
  });
  await checkAgain(services, ownerId, storeId);
}

/** Returns how the shop authorizes our app; a connection without a grant is an invalid request. */
function grantOf(services: Services, request: { platform: string; connection: string }): AppGrant {
  const { connections, grant } = listerOf(services, request.platform).connector;
  if (!grant || !connections.find(({ id }) => id === request.connection)?.granted) {
    throw new AppError('request.invalid', `${request.connection} is not granted`, {
      params: { field: 'connection' },
    });
  }
  return grant;
}

function newState(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

async function hashOf(state: string): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(state)));
}
