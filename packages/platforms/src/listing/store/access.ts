import type { Json, PlatformContext } from '../../context.ts';
import type { Gate } from '../../net/gated.ts';

/** How a store of this platform is connected: the fields that a person fills in. */
export interface Connection {
  id: string;
  fields: { name: string; secret: boolean /** The field may be left out. */; optional?: true }[];
  /** The shop itself authorises our app, by `Connector.grant`, and then provides what is optional here. */
  granted?: true;
}

/**
 * How a merchant authorises our app for their shop: they are redirected to the shop, and return with what is exchanged
 * for a token (OAuth).
 */
export interface AppGrant {
  /**
   * Returns the address that the merchant is redirected to. The shop redirects them back to `returnsTo`, with `state`
   * unchanged.
   */
  address(store: StoreAccess, request: { returnsTo: string; state: string }): string;
  /**
   * Exchanges what the merchant returned with (the whole query of the address). Throws `store.grant-denied` where the
   * merchant did not authorise our app, and `store.grant-unsigned` for a query that the shop did not sign with these
   * credentials.
   */
  redeem(
    query: string,
    returnsTo: string,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string }>;
}

/**
 * The store that we write to and the account we use. Credentials are keyed by the names of the platform's connection
 * fields.
 */
export interface StoreAccess {
  domain: string;
  connection: string;
  credentials: Record<string, string>;
  /** What `prepare` reported about the shop (`details`); {} before it was called. */
  prepared: Record<string, Json>;
}

/** A store's permanent identity and what is known of it without writing. */
export interface ShopIdentity {
  /** Never changes, whatever domain or name the merchant uses. */
  identity: string;
  name: string;
  currency: string | null;
  /** IANA time zone name. */
  timeZone: string | null;
  rights: { right: string; held: boolean; needed: boolean }[];
  maximumVariants: number;
  maximumOptions: number;
}

/** What this store was proven to do (`docs/listing-protocol.md`, Probing a store); absent = not proven. */
export interface ShopCapabilities {
  /** The store rejects or merges a second product with the same key. */
  uniqueKey: boolean;
  probedAt: string;
  details: Record<string, Json>;
}

/** The remaining rate limit of the store, as it reported last; in the platform's own units (points, calls). */
export interface Throttle {
  maximumAvailable: number;
  currentlyAvailable: number;
  /** Per second. */
  restoreRate: number;
}

/** What a lister needs in addition to a collector's context. */
export interface ListerContext extends PlatformContext {
  /** Waits until the limit allows a read of this cost. Writes are paced before their intent is recorded. */
  pace(cost: number): Promise<void>;
  /**
   * The send gate of the current write. It is passed with each writing request, and the code that sends the bytes
   * consults it.
   */
  gate: Gate;
  /** Reports the limit that the store returned, and the estimated and actual cost of the request. */
  throttled(throttle: Throttle, estimated: number, actual: number): void;
}
