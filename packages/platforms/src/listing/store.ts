import type { Json, PlatformContext } from '../context.ts';
import type { Gate } from '../gated.ts';

/** How a store of this platform is connected: which fields a person fills in. */
export interface Connection {
  id: string;
  fields: { name: string; secret: boolean /** It may be left out. */; optional?: true }[];
  /** The shop itself lets our app in, by `Lister.grant`, and gives then what is optional here. */
  granted?: true;
}

/** How a merchant lets our app into his shop: he is sent there, and comes back with what is exchanged for a token (OAuth). */
export interface AppGrant {
  /** Where he is sent. The shop sends him back to `returnsTo`, with `state` as it was. */
  address(store: StoreAccess, ask: { returnsTo: string; state: string }): string;
  /**
   * What he came back with (the whole query of the address), exchanged. Throws `store.grant-denied` where he did not let us
   * in, and `store.grant-unsigned` for what the shop did not sign with these credentials.
   */
  redeem(
    query: string,
    returnsTo: string,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string }>;
}

/** Where and as whom we write to a store. Credentials by the names of the platform's connection fields. */
export interface StoreAccess {
  domain: string;
  connection: string;
  credentials: Record<string, string>;
  /** What `prepare` told of the shop (`details`); {} before it was asked. */
  prepared: Record<string, Json>;
}

/** A store's permanent identity and what can be told of it without writing. */
export interface ShopIdentity {
  /** Never changes, whatever domain or name the merchant uses. */
  identity: string;
  name: string;
  currency: string | null;
  /** IANA name. */
  timeZone: string | null;
  rights: { right: string; held: boolean; needed: boolean }[];
  maximumVariants: number;
  maximumOptions: number;
}

/** What this store was proven to do (`docs/listing-protocol.md`, Probing a store); absent = not proven. */
export interface ShopCapabilities {
  /** The store refuses or merges a second product with the same key. */
  uniqueKey: boolean;
  probedAt: string;
  details: Record<string, Json>;
}

/** How much of what the store allows is left, as it reported last; in the platform's own units (points, calls). */
export interface Throttle {
  maximumAvailable: number;
  currentlyAvailable: number;
  /** Per second. */
  restoreRate: number;
}

/** What a lister needs beyond a collector's context. */
export interface ListerContext extends PlatformContext {
  /** Waits until the limit lets a read of this cost through. Writes are paced before their intent is written down. */
  pace(cost: number): Promise<void>;
  /** The gate of what is written now. It goes along with each request that writes, and whoever writes its bytes asks it. */
  gate: Gate;
  /** Tells what the store reported of its limit, and what the request was estimated at and really cost. */
  throttled(throttle: Throttle, estimated: number, actual: number): void;
}
