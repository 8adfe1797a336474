import { AppError } from '@bowerbird/contract/errors';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { ListerContext, StoreAccess } from '@bowerbird/platforms/listing/store/access';
import type { Gate } from '@bowerbird/platforms/net/gated';
import { SingleFlight } from '../async/single-flight.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { SealedPlace } from '../seal/places.ts';
import type { Services } from '../services/services.ts';
import { Limit } from './limit.ts';
import { beginRenewal, endRenewal } from './one-at-a-time.ts';
import { getStore, type ShopRow, type StoreRow, saveRenewed } from './queries.ts';
import { credentialsPlace, renewedPlace } from './sealed-places.ts';

/** Remaining lifetime at which a token is renewed, in milliseconds. */
const renewBeforeMs = 60_000;
/**
 * How long a store may take to renew a token, in seconds; a process killed meanwhile blocks others no longer than this.
 */
const renewalSeconds = 60;
/** Interval at which a caller that waits for another's renewal looks again, in milliseconds. */
const lookAgainMs = 250;

/** Returns the platform's lister; a platform that cannot be listed to is an invalid request. */
export function listerOf(services: Pick<Services, 'platforms'>, platform: string): Lister {
  const lister = services.platforms.get(platform)?.lister;
  if (!lister) {
    throw new AppError('request.invalid', `platform ${platform} is not listed to`);
  }
  return lister;
}

/** Returns the lister for this shop, with the capabilities that were proven and in the mode its merchant chose. */
export function listerIn(lister: Lister, shop: Pick<ShopRow, 'capabilities' | 'careful'>): Lister {
  const mode = { uniqueKey: shop.capabilities?.uniqueKey ?? false, careful: shop.careful };
  return lister.inStore?.(mode) ?? lister;
}

/** One store, open for reads and writes: its credentials, renewed in time, and its limit. */
export class StoreSession {
  readonly services: Services;
  readonly ownerId: string;
  readonly limit: Limit;
  readonly store: StoreRow;
  /** Shares one question about our access among those who ask at the same time (`ask-again.ts`). */
  readonly asking = new SingleFlight<AppError | null>();
  shop: ShopRow;
  /** As the shop is known now: replaced by `prepared` where something was learned of it. */
  lister: Lister;
  #access: StoreAccess;
  #endsAt: number | null;
  /** The credentials are the token itself, or nothing is left to renew it with. */
  #isFinal = false;

  private constructor(services: Services, ownerId: string, store: StoreRow, shop: ShopRow) {
    this.services = services;
    this.ownerId = ownerId;
    this.store = store;
    this.shop = shop;
    this.lister = listerIn(listerOf(services, shop.platform), shop);
    this.limit = new Limit(services.clock, shop.throttle ?? this.lister.features.firstThrottle);
    this.#access = accessOf(services, store, shop);
    this.#endsAt = store.renewed_until?.getTime() ?? null;
  }

  static async open(services: Services, ownerId: string, storeId: string): Promise<StoreSession> {
    const { store, shop } = await asOwner(services.db, ownerId, (db) => getStore(db, ownerId, storeId));
    return new StoreSession(services, ownerId, store, shop);
  }

  /** Returns the store's address and credentials, with a token that is valid for at least another minute. */
  async access(signal: AbortSignal): Promise<StoreAccess> {
    const { clock } = this.services;
    if (this.#needsToken() && (this.#endsAt === null || this.#endsAt - clock.wall() < renewBeforeMs)) {
      await this.renew(signal);
    }
    return this.#access;
  }

  /**
   * Gets a new token, one renewal at a time for a store: a token that another caller has just got is used as it is.
   * Returns false where the credentials are the token, so that a renewal cannot help.
   */
  async renew(signal: AbortSignal): Promise<boolean> {
    if (this.#isFinal) {
      return false;
    }
    const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(this.services.db, this.ownerId, work);
    for (;;) {
      const row = await owned((db) => beginRenewal(db, this.ownerId, this.store.id, renewalSeconds));
      if (row) {
        try {
          return await this.#renewFrom(row, signal);
        } finally {
          await owned((db) => endRenewal(db, this.ownerId, this.store.id));
        }
      }
      await this.services.clock.sleep(lookAgainMs, signal);
      await owned((db) => getStore(db, this.ownerId, this.store.id));
    }
  }

  async #renewFrom(row: StoreRow, signal: AbortSignal): Promise<boolean> {
    const access = accessOf(this.services, row, this.shop);
    const endsAt = row.renewed_until?.getTime() ?? null;
    if (endsAt !== this.#endsAt && endsAt !== null) {
      this.#access = access;
      this.#endsAt = endsAt;
      return true;
    }
    const within = AbortSignal.any([signal, AbortSignal.timeout(renewalSeconds * 1000)]);
    const renewed = await this.lister.connector.renew(access, this.context(within));
    if (!renewed) {
      this.#isFinal = true;
      return false;
    }
    const former = row.renewed
      ? readSealed(this.services, row.renewed, renewedPlace(row.owner_id, row.id))
      : {};
    const credentials = { ...former, ...renewed.credentials };
    this.#access = { ...access, credentials: { ...access.credentials, ...credentials } };
    this.#endsAt = Date.parse(renewed.expiresAt);
    const place = renewedPlace(this.ownerId, this.store.id);
    const sealed = this.services.seal.close(JSON.stringify(credentials), place);
    await asOwner(this.services.db, this.ownerId, (db) =>
      saveRenewed(db, this.ownerId, this.store.id, sealed, new Date(renewed.expiresAt)),
    );
    return true;
  }

  /** Applies what `prepare` returned. */
  prepared(shop: ShopRow): void {
    this.shop = shop;
    this.lister = listerIn(listerOf(this.services, shop.platform), shop);
    this.#access = { ...this.#access, prepared: shop.capabilities?.details ?? {} };
  }

  /** Returns the outside world for one call; `gate` is that of the attempt which it sends. */
  context(signal: AbortSignal, gate: Gate = refuseWrites): ListerContext {
    return contextWith(this.services, this.limit, signal, gate);
  }

  #needsToken(): boolean {
    return this.store.renewed_until !== null || this.#access.credentials.token === undefined;
  }
}

/** Returns a context for a store that is not saved yet. */
export function contextWith(
  services: Services,
  limit: Limit,
  signal: AbortSignal,
  gate: Gate = refuseWrites,
): ListerContext {
  return {
    fetch: services.fetch,
    signal,
    now: () => services.clock.monotonic(),
    sleep: (ms, within) => services.clock.sleep(ms, within),
    pace: (cost) => limit.take(cost, signal),
    throttled: (throttle, estimated, actual) => limit.learn(throttle, estimated, actual),
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
  return {
    domain: store.domain,
    connection: store.connection,
    credentials: {
      ...readSealed(services, store.credentials, credentialsPlace(store.owner_id, store.id)),
      ...(store.renewed && readSealed(services, store.renewed, renewedPlace(store.owner_id, store.id))),
    },
    prepared: shop.capabilities?.details ?? {},
  };
}

function readSealed({ seal }: Services, sealed: Buffer, place: SealedPlace): Record<string, string> {
  return JSON.parse(seal.open(sealed, place));
}
