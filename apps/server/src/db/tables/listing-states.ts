import type { Product } from '@bowerbird/catalog/product';
import type { StoreAudit } from '@bowerbird/contract/listing/audit';
import type { DriftKind, DriftSide } from '@bowerbird/contract/listing/states';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/** One field or cell in which a store differs from what was sent to it; `key` as in `listing/states/keys.ts`. */
export interface Difference {
  key: string;
  kind: DriftKind;
  /** Null if what was sent is no longer known. */
  sent: unknown;
  store: unknown;
}

/** A decision about a field, valid as long as neither value changes. */
export interface Decided {
  /** `accepted`: published with the store's value; later runs send ours again. */
  how: 'left' | 'pulled' | 'open' | 'accepted';
  store: unknown;
  ours: unknown;
}

/** What a store had of a listed product when it was last read. */
export interface ListingComparisonTable {
  listing_id: string;
  owner_id: string;
  shop_id: string;
  /** The attempt whose content was listed then; a newer attempt makes this row obsolete. */
  attempt_id: string | null;
  seen_hash: string;
  /** Null if only the hash was checked. */
  product: NullableJsonColumn<Product>;
  /** The product as read while nobody had changed it since it was sent: shows how the store itself changes our text. */
  clean: NullableJsonColumn<Product>;
  differences: JsonColumn<Difference[]>;
  /** Kinds of the undecided differences; the list is filtered by them. */
  kinds: Generated<string[]>;
  /** Decisions by key. */
  decided: JsonColumn<Record<string, Decided>>;
  read_at: Instant;
}

/** The progress of comparing a store, and when it is due again. */
export interface StoreComparisonTable {
  shop_id: string;
  owner_id: string;
  state: Generated<'idle' | 'waiting' | 'running'>;
  /** The last listing that was compared. */
  after_id: string | null;
  done: Generated<number>;
  total: Generated<number>;
  fault: NullableJsonColumn<Fault>;
  /** A worker processes it now; the claim ends at this time, even if the worker dies. */
  working_until: NullableInstant;
  next_at: NullableInstant;
  ended_at: NullableInstant;
}

/** Findings of the last audit of a whole store; see `listing/audit/audit-store.ts`. */
export interface StoreAuditTable {
  shop_id: string;
  owner_id: string;
  audit: JsonColumn<StoreAudit>;
}

export interface DriftRuleTable {
  id: string;
  owner_id: string;
  kind: DriftKind;
  /** Null: every store. */
  shop_id: string | null;
  side: DriftSide;
  created_at: Instant;
}

/** Limits a listing run to a part of its products. */
export interface ListingNarrowingTable {
  run_id: string;
  shop_id: string;
  /** Null: every product of the run. */
  product_id: string | null;
  owner_id: string;
  what: 'some' | 'amounts';
  /** Values of the store that the run leaves unchanged, by key. */
  kept: JsonColumn<Record<string, unknown>>;
}

/** A store that is listed to again when followed sources change. */
export interface StoreFollowingTable {
  shop_id: string;
  owner_id: string;
  what: 'all' | 'amounts';
  /** 0: at once. */
  every_hours: number;
  next_at: Instant;
  run_ids: Generated<string[]>;
  fault: NullableJsonColumn<Fault>;
  created_by: string | null;
}

/**
 * A change of a followed source that a store has yet to receive. Written by the database with the change; never
 * updated.
 */
export interface FollowedChangeTable {
  shop_id: string;
  product_id: string;
  owner_id: string;
  /** The product's revision after that change. */
  revision: number;
}

export interface ListingStatesTables {
  listing_comparison: ListingComparisonTable;
  store_comparison: StoreComparisonTable;
  store_audit: StoreAuditTable;
  /** A view of all owners: stores in which a write is in doubt or an after-check is due. */
  owed_check: { owner_id: string; shop_id: string; run_id: string };
  open_comparison: Pick<StoreComparisonTable, 'shop_id' | 'owner_id' | 'next_at'> & {
    /** `new`: connected since, and not recorded yet. */
    state: 'idle' | 'waiting' | 'running' | 'new';
  };
  drift_rule: DriftRuleTable;
  listing_narrowing: ListingNarrowingTable;
  store_following: StoreFollowingTable;
  followed_change: FollowedChangeTable;
  open_following: Pick<StoreFollowingTable, 'shop_id' | 'owner_id' | 'next_at'>;
}
