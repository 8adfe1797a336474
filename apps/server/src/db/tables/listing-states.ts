import type { Product } from '@bowerbird/catalog/product';
import type { StoreAudit } from '@bowerbird/contract/listing-audit';
import type { DriftKind, DriftSide } from '@bowerbird/contract/listing-states';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './house.ts';

/** One field or cell in which a store differs from what was sent to it; `key` as in `listing/states/keys.ts`. */
export interface Difference {
  key: string;
  kind: DriftKind;
  /** Null where what was sent is not known any more. */
  sent: unknown;
  store: unknown;
}

/** What was decided of a field: good as long as neither value becomes another. */
export interface Decided {
  how: 'left' | 'pulled' | 'open';
  store: unknown;
  ours: unknown;
}

/** What a store held of a listed product when it was read last. */
export interface ListingReadingTable {
  listing_id: string;
  owner_id: string;
  shop_id: string;
  /** The attempt whose content was listed then; another since makes the reading worth nothing. */
  attempt_id: string | null;
  seen_hash: string;
  /** Null where only the hash was looked at. */
  product: NullableJsonColumn<Product>;
  /** As it was read when nobody had changed it since it was sent: what the store itself makes of our words. */
  clean: NullableJsonColumn<Product>;
  differences: JsonColumn<Difference[]>;
  /** Of the differences that nobody decided; what the list is filtered by. */
  kinds: Generated<string[]>;
  /** By key. */
  decided: JsonColumn<Record<string, Decided>>;
  read_at: Instant;
}

/** How far the comparing of a store is, and when it is due again. */
export interface StoreComparisonTable {
  shop_id: string;
  owner_id: string;
  state: Generated<'idle' | 'waiting' | 'running'>;
  /** The last listing that was compared. */
  after_id: string | null;
  done: Generated<number>;
  total: Generated<number>;
  fault: NullableJsonColumn<Fault>;
  /** Somebody works on it now, and not after this whatever became of him. */
  working_until: NullableInstant;
  next_at: NullableInstant;
  ended_at: NullableInstant;
}

/** What the last audit of a whole store found; see `listing/audit/audit-store.ts`. */
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

/** That a listing run carries a part of its products only. */
export interface ListingNarrowingTable {
  run_id: string;
  shop_id: string;
  /** Null: every product of the run. */
  product_id: string | null;
  owner_id: string;
  what: 'some' | 'amounts';
  /** Values of the store that the run leaves as they are, by key. */
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

/** A change of a followed source that a store is still to get. Written by the database with the change; never updated. */
export interface FollowedChangeTable {
  shop_id: string;
  product_id: string;
  /** Of `product_change`. */
  change_id: string;
  owner_id: string;
  /** The product's, since that change. */
  revision: number;
}

export interface ListingStatesTables {
  listing_reading: ListingReadingTable;
  store_comparison: StoreComparisonTable;
  store_audit: StoreAuditTable;
  /** A view of all owners: stores in which a write is in doubt or an after-check is due. */
  owed_check: { owner_id: string; shop_id: string; run_id: string };
  open_comparison: Pick<StoreComparisonTable, 'shop_id' | 'owner_id' | 'next_at'> & {
    /** `new`: connected since, and not written down yet. */
    state: 'idle' | 'waiting' | 'running' | 'new';
  };
  drift_rule: DriftRuleTable;
  listing_narrowing: ListingNarrowingTable;
  store_following: StoreFollowingTable;
  followed_change: FollowedChangeTable;
  open_following: Pick<StoreFollowingTable, 'shop_id' | 'owner_id' | 'next_at'>;
}
