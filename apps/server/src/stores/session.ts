import { AppError } from '@bowerbird/contract/errors';
import type { Connection, Lister, ListerContext, StoreAccess } from '@bowerbird/platforms/platform';
import { asOwner } from '../db/database.ts';
import type { Services } from '../services.ts';
import { Limit } from './limit.ts';
import { getStore, type ShopRow, type StoreRow, saveRenewed } from './queries.ts';

/** What is left of a token's life when it is renewed, in milliseconds. */
const renewBeforeMs = 60_000;

export type StoreLister = Lister & { connections: Connection[] };

/** The platform's lister; a platform that is not listed to is an invalid request. */
export function listerOf(services: Services, platform: string): StoreLister {
  const lister = services.platforms.get(platform)?.lister;
  if (!lister) {
    throw new AppError('request.invalid', `platform ${platform} is not listed to`);
  }
  return lister;
}

/** One store, open to be asked and written to: its credentials, renewed in time, and its limit. */
export class StoreSession {
  readonly services: Services;
  readonly ownerId: string;
  readonly lister: StoreLister;
  readonly limit: Limit;
  readonly store: StoreRow;
  shop: ShopRow;
  #access: StoreAccess;
  #endsAt: number | null;

  private constructor(services: Services, ownerId: string, store: StoreRow, shop: ShopRow) {
    this.services = services;
    this.ownerId = ownerId;
    this.store = store;
    this.shop = shop;
    this.lister = listerOf(services, shop.platform);
    this.limit = new Limit(services.clock, shop.throttle ?? this.lister.firstThrottle);
    this.#access = accessOf(services, store, shop);
    this.#endsAt = store.renewed_until?.getTime() ?? null;
  }

  static async open(services: Services, ownerId: string, storeId: string): Promise<StoreSession> {
    const { store, shop } = await asOwner(services.db, ownerId, (db) => getStore(db, ownerId, storeId));
    return new StoreSession(services, ownerId, store, shop);
  }

  /** The store's address and credentials, with a token that lives at least a minute. */
  async access(signal: AbortSignal): Promise<StoreAccess> {
    const { clock } = this.services;
    if (this.#needsToken() && (this.#endsAt === null || this.#endsAt - clock.wall() < renewBeforeMs)) {
      await this.renew(signal);
    }
    return this.#access;
  }

  /** Gets a new token. False where the credentials are the token, which no renewal mends. */
  async renew(signal: AbortSignal): Promise<boolean> {
    const renewed = await this.lister.renew(this.#access, this.context(signal));
    if (!renewed) {
      return false;
    }
    this.#access = { ...this.#access, credentials: { ...this.#access.credentials, ...renewed.credentials } };
    this.#endsAt = Date.parse(renewed.expiresAt);
    const sealed = this.services.seal.close(JSON.stringify(renewed.credentials));
    await asOwner(this.services.db, this.ownerId, (db) =>
      saveRenewed(db, this.ownerId, this.store.id, sealed, new Date(renewed.expiresAt)),
    );
    return true;
  }

  /** Takes over what `prepare` told. */
  prepared(shop: ShopRow): void {
    this.shop = shop;
    this.#access = { ...this.#access, prepared: shop.capabilities?.details ?? {} };
  }

  /** The outside world for one call; `gate` is that of the attempt which it sends. */
  context(signal: AbortSignal, gate: () => void = refuseWrites): ListerContext {
    return contextWith(this.services, this.limit, signal, gate);
  }

  #needsToken(): boolean {
    return this.store.renewed_until !== null || this.#access.credentials.token === undefined;
  }
}

/** A context for a store that is not saved yet. */
export function contextWith(
  services: Services,
  limit: Limit,
  signal: AbortSignal,
  gate: () => void = refuseWrites,
): ListerContext {
  return {
    fetch: services.fetch,
    signal,
    now: () => services.clock.monotonic(),
    sleep: (ms, within) => services.clock.sleep(ms, within),
    pace: (cost) => limit.take(cost, signal),
    throttled: (throttle, estimated, actual) => limit.told(throttle, estimated, actual),
    gate,
  };
}

function refuseWrites(): never {
  throw new Error('A write without an intent.');
}

function accessOf(services: Services, store: StoreRow, shop: ShopRow): StoreAccess {
  if (!store.credentials) {
    throw new AppError('store.access-denied', `store ${store.id} has no credentials`, {
      params: { store: store.name },
    });
  }
  const read = (sealed: Buffer): Record<string, string> => JSON.parse(services.seal.open(sealed));
  return {
    domain: store.domain,
    connection: store.connection,
    credentials: { ...read(store.credentials), ...(store.renewed && read(store.renewed)) },
    prepared: shop.capabilities?.details ?? {},
  };
}
