import type { KeptBecause, RunAction, UndoGroup } from '@bowerbird/contract/listing/after';
import type { ItemState, ListingCertificate, ListingOptions } from '@bowerbird/contract/listing/listing';
import type { ExpectedListing } from '@bowerbird/contract/listing/prices';
import type { Selection } from '@bowerbird/contract/products/products';
import type { Fault } from '@bowerbird/contract/runs';
import type { Json } from '@bowerbird/platforms/context';
import type { ShopCapabilities, Throttle } from '@bowerbird/platforms/listing/store/access';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, NullableJsonColumn } from './core.ts';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** The driver returns 64-bit numbers as text. */
type BigNumber = ColumnType<string, number | string | undefined, number | string>;
type NullableBigNumber = ColumnType<
  string | null,
  number | string | null | undefined,
  number | string | null
>;

/** A store's permanent identity, independent of the merchant's connections to it. */
export interface ShopTable {
  id: string;
  owner_id: string;
  platform: string;
  identity: string;
  name: string;
  currency: string | null;
  time_zone: string | null;
  maximum_variants: number;
  maximum_options: number;
  capabilities: NullableJsonColumn<ShopCapabilities>;
  /** The limit as the shop last reported it. */
  throttle: NullableJsonColumn<Throttle & { seenAt: string }>;
  /**
   * The merchant wants products created as drafts first here, although it costs a second write
   * (`docs/listing-protocol.md`, Draft first).
   */
  careful: Generated<boolean>;
  /** When a probe last showed how the shop treats a key that it has seen; null: never, or no longer true. */
  probed_at: NullableInstant;
  /** A process probes it now; the claim ends at this time, even if the process dies. */
  probing_until: NullableInstant;
  /** The rules that change products on their way into the shop; null: products are unchanged. */
  rules_id: Generated<string | null>;
  created_at: Instant;
}

/**
 * A person who was redirected to a shop to authorise our app. Found by the hash of what the shop sends back; used once.
 */
export interface StoreGrantTable {
  state_hash: Buffer;
  owner_id: string;
  user_id: string;
  /** The store whose access is renewed; null for a new one. */
  store_id: string | null;
  platform: string;
  name: string;
  domain: string;
  connection: string;
  /** Sealed. */
  credentials: Buffer;
  returns_to: string;
  ends_at: Instant;
}

/** The merchant's connection to a shop. A removed one keeps its name for the history, but no credentials. */
export interface StoreTable {
  id: string;
  owner_id: string;
  shop_id: string;
  name: string;
  domain: string;
  connection: string;
  /** Sealed. */
  credentials: Buffer | null;
  secret_ending: string | null;
  /** Sealed: what the credentials were exchanged for, until it expires. */
  renewed: Buffer | null;
  renewed_until: NullableInstant;
  /** A process renews them now; the claim ends at this time, even if the process dies. */
  renewing_until: NullableInstant;
  state: 'ready' | 'lost' | 'checking' | 'rights-missing';
  fault: NullableJsonColumn<Fault>;
  rights: JsonColumn<{ right: string; held: boolean; needed: boolean }[]>;
  practice: Generated<boolean>;
  checked_at: NullableInstant;
  created_at: Instant;
  removed_at: NullableInstant;
}

export type ListingState = 'waiting' | 'intended' | 'verifying' | 'listed' | 'refused' | 'conflict' | 'gone';

/** One product in one shop. Every write changes `token`, and requires the token that was read. */
export interface ListingTable {
  id: string;
  owner_id: string;
  product_id: string;
  shop_id: string;
  /** Increases when the merchant lists a product again that was deleted in the store. */
  generation: Generated<number>;
  key: string;
  state: ListingState;
  token: string;
  open_attempt: string | null;
  /** The product in the store; set once. */
  store_product_id: string | null;
  address: string | null;
  created_by_us: Generated<boolean>;
  published: Generated<boolean>;
  /** A person unpublished it or removed it from the store, and nobody has listed it manually since. */
  taken_down: Generated<boolean>;
  /**
   * Our writes from before it was delisted or published again may still arrive; the after-check restores that
   * visibility.
   */
  restores_visibility: Generated<boolean>;
  wanted_revision: number;
  listed_revision: number | null;
  /**
   * The product's `digest` at that revision; null if the product was changed before the store had it. Maintained by the
   * database.
   */
  listed_digest: ColumnType<string | null, never, string | null>;
  /** The digest of what the product had of its own in that store at that revision; null for nothing. Maintained by the database. */
  listed_own_digest: ColumnType<string | null, never, string | null>;
  /** The attempt whose content is listed. */
  listed_attempt: string | null;
  /** Hashes of what was sent then and of what was read back, and of what was last read back. */
  sent_hash: string | null;
  listed_hash: string | null;
  seen_hash: string | null;
  /** An after-check is due, once the shop's counted time has reached `check_at_ms`. */
  check_due: Generated<boolean>;
  check_at_ms: NullableBigNumber;
  /** The after-check found that an older write of ours overwrote a newer one: the newest must be written again. */
  unrepaired: Generated<boolean>;
  /** The store's product that a person chose to adopt as ours, until it is bound. */
  adopts: Generated<string | null>;
  /** Numbers appended to its handle and SKUs in this store, chosen because its own were taken. */
  own_codes: NullableJsonColumn<{ handle?: number; sku?: number }>;
  fault: NullableJsonColumn<Fault>;
  field: string | null;
  updated_at: Instant;
}

export type AttemptKind =
  | 'create'
  | 'update'
  | 'publish'
  | 'delist'
  | 'relist'
  | 'remove'
  | 'untrash'
  | 'stock'
  | 'image';
export type AttemptOutcome = 'open' | 'never_sent' | 'applied' | 'refused' | 'absent';

/** What was about to be sent, recorded before sending, and its outcome. Never deleted. */
export interface ListingAttemptTable {
  id: string;
  owner_id: string;
  listing_id: string;
  kind: AttemptKind;
  generation: number;
  revision: number;
  /**
   * The content's hash as this platform's lister calculates it. Of a publish: that of the content in whose place a
   * person accepted what the store keeps; null for any other publish.
   */
  hash: string | null;
  /** Without what is as usual: read it by `optionsIn` (`listing/ledger/attempts.ts`). */
  options: JsonColumn<Partial<ListingOptions>>;
  /**
   * The product as sent, packed, kept until the after-check succeeds. Of several attempts of a listing with the same
   * content one keeps it: read it by `db/listing-content.ts`.
   */
  body: Buffer | null;
  /** The store's product; null for a create. */
  target: string | null;
  /** The bulk file that carries it, and its line there; null for a request of its own or one shared with a few. */
  request_id: string | null;
  line: number | null;
  /** The run it was made for; null if an after-check wrote. */
  run_id: string | null;
  /** For display; no decision depends on it. */
  intended_at: Instant;
  /** The counted time of its shop when the attempt was intended, in milliseconds. */
  counted_ms: BigNumber;
  /** Milliseconds counted by the workers that waited for it. */
  waited_ms: BigNumber;
  outcome: Generated<AttemptOutcome>;
  answer: NullableJsonColumn<Json>;
  answered_at: NullableInstant;
}

export interface ListingRunTable {
  run_id: string;
  owner_id: string;
  options: JsonColumn<ListingOptions>;
  /** Calculates the result with the simulator and writes nothing to the store. */
  dry: boolean;
  action: Generated<RunAction>;
  /** The run that this one undoes. */
  undoes: string | null;
}

export type StoreJobState = 'waiting' | 'running' | 'held' | 'complete' | 'partial' | 'failed';

/** The part of a run for one shop. */
export interface ListingStoreJobTable {
  run_id: string;
  shop_id: string;
  store_id: string;
  owner_id: string;
  state: Generated<StoreJobState>;
  fault: NullableJsonColumn<Fault>;
  per_second: number | null;
  limit_used: number | null;
  seconds_left: number | null;
  goes_on_at: NullableInstant;
  certificate: NullableJsonColumn<ListingCertificate>;
  /** Causes of rejection that a person allows in this run: the store job no longer pauses for them. */
  passed_causes: ColumnType<string[], string | undefined, string>;
}

/** The products of a listing run: a selection, or those that another run left rejected or open. */
export type PreparationSource = { kind: 'selection'; selection: Selection } | { kind: 'rest'; runId: string };

/** What still has to be written of a run's products; deleted once all are written. */
export interface ListingPreparationTable {
  run_id: string;
  owner_id: string;
  source: JsonColumn<PreparationSource>;
  /** Number of items counted for each shop when the run was created, by the shop's id. */
  totals: JsonColumn<Record<string, number>>;
  /** The last product written; null before the first. */
  after: string | null;
  /** Number of products written. */
  products: Generated<number>;
  /** The mark of the written products, if `expected` is to be compared with the mark of all. */
  mark: string | null;
  expected: NullableJsonColumn<ExpectedListing>;
  /** Why nothing of the run is listed; then what was written of the run is deleted. */
  fault: NullableJsonColumn<Fault>;
}

/** One product of a run in one shop, as shown on the run's page. */
export interface ListingItemTable {
  id: string;
  run_id: string;
  owner_id: string;
  shop_id: string;
  store_id: string;
  product_id: string;
  /** Null in a dry run, which creates no ledger row. */
  listing_id: string | null;
  position: number;
  title: string;
  revision: number;
  state: Generated<ItemState>;
  fault: NullableJsonColumn<Fault>;
  field: string | null;
  notes: NullableJsonColumn<StoreFault[]>;
  /** The cause of its rejection, as `causeOf` names it; null if it was not rejected. */
  cause: Generated<string | null>;
  /** The store itself responded to a write of it in this run; false if our own checks decided. */
  answered: Generated<boolean>;
  at: NullableInstant;
  /** The product's outcome in a run that undoes another, and why it was kept or could not be undone. */
  undo_group: UndoGroup | null;
  reason: KeptBecause | null;
}

/** The time that workers have counted in a shop. Its token prevents two of them from counting the same seconds. */
export interface ShopTurnTable {
  shop_id: string;
  owner_id: string;
  token: string;
  counted_ms: BigNumber;
  /** The counted time before which nothing is sent: what was sent before our database was restored may still arrive. */
  quiet_until_ms: BigNumber;
  /**
   * An attempt found in the store that no record of ours knows: nothing is sent there until it is declared where the
   * database comes from.
   */
  held_by_attempt: string | null;
  /** Attempts from before this time (milliseconds since 1970) may be unknown here, as was declared. */
  known_until_ms: BigNumber;
}

/** The tables of stores and listing. */
/** An image of a product in the library of a store; see `listing/resources/dependencies.ts`. */
export interface ShopImageTable {
  shop_id: string;
  owner_id: string;
  /** Address where it was found. */
  source_url: string;
  /** Derived from its content. */
  name: string;
  media_id: string;
  address: string;
  at: Instant;
}

/**
 * An intended creation or publication of a category, tag, attribute or image that products need in a store, and its
 * outcome.
 */
export interface StoreResourceAttemptTable {
  id: string;
  owner_id: string;
  shop_id: string;
  kind: 'category' | 'tag' | 'attribute' | 'image';
  action: 'create' | 'publish';
  /** Identical for the same resource of a shop: a hash of its kind and names. */
  key: string;
  /** Its names, from the top; for an image, the mark of its content. */
  path: JsonColumn<string[]>;
  /** The store's id of the resource to publish; null for a create. */
  target: string | null;
  /** The run it was made for. */
  run_id: string | null;
  /** For display; no decision depends on it. */
  intended_at: Instant;
  /** The counted time of its shop when the attempt was intended, in milliseconds. */
  counted_ms: BigNumber;
  /** At most one attempt of a shop, key and action is open. Later evidence may correct `absent`. */
  outcome: Generated<AttemptOutcome>;
  /** The store's id of the resource, once known. */
  resource_id: string | null;
  answer: NullableJsonColumn<Json>;
  answered_at: NullableInstant;
}

/** An operation in a store that processes many attempts by itself; its id is that of their request. */
export interface ListingBulkTable {
  id: string;
  owner_id: string;
  shop_id: string;
  run_id: string | null;
  kind: 'create' | 'update' | 'publish';
  /** The store's own name for the operation; null until it was reported or found. */
  operation: string | null;
  token: string;
  /** Milliseconds counted by the workers that waited for an operation that the store did not know (yet). */
  waited_ms: BigNumber;
  intended_at: Instant;
  /** When its results were recorded; until then no other write of its products is sent. */
  ended_at: NullableInstant;
}

export interface ListingTables {
  shop: ShopTable;
  store: StoreTable;
  store_grant: StoreGrantTable;
  listing: ListingTable;
  listing_attempt: ListingAttemptTable;
  listing_run: ListingRunTable;
  listing_store_job: ListingStoreJobTable;
  listing_item: ListingItemTable;
  listing_preparation: ListingPreparationTable;
  listing_bulk: ListingBulkTable;
  shop_turn: ShopTurnTable;
  shop_image: ShopImageTable;
  store_resource_attempt: StoreResourceAttemptTable;
}
