import type {
  AppGrant,
  Connection,
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from './store/access.ts';

/** How a store of a platform is connected, and what is learned of it once. */
export interface Connector {
  /** The ways to connect a store; at least one. */
  connections: Connection[];
  /** Returns the store's permanent address from what a person pastes; null when the text cannot be one. */
  domainOf(pasted: string): string | null;
  /**
   * Returns the identity of the store and the permissions of the credentials. Throws a named error for wrong
   * credentials.
   */
  identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity>;
  /**
   * Creates what listing needs once per store (a metafield definition, a tag) and reports whether the store has a
   * unique key. Safe to repeat.
   */
  prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities>;
  /**
   * Writes two drafts and removes them, to learn how the store treats a key that it has seen before
   * (`docs/listing-protocol.md`, Probing a store). Called only when a person requests it. Null where `prepare` knows
   * without a probe.
   */
  probe: ((store: StoreAccess, context: ListerContext) => Promise<ShopCapabilities>) | null;
  /** For connections that are `granted`; null where there is none. */
  grant: AppGrant | null;
  /** Exchanges or renews credentials that expire; null when none do. */
  renew(
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string } | null>;
}
