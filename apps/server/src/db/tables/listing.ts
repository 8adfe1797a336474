import type { Product } from '@bowerbird/catalog/product';
import type { ItemState, ListingCertificate, ListingOptions } from '@bowerbird/contract/listing';
import type { KeptBecause, RunAction, UndoPile } from '@bowerbird/contract/listing-after';
import type { ExpectedListing } from '@bowerbird/contract/listing-prices';
import type { Selection } from '@bowerbird/contract/products';
import type { Fault } from '@bowerbird/contract/runs';
import type { Json } from '@bowerbird/platforms/context';
import type { ShopCapabilities, Throttle } from '@bowerbird/platforms/listing/store';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, NullableJsonColumn } from './house.ts';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** The driver gives 64-bit numbers as text. */
type BigNumber = ColumnType<string, number | string | undefined, number | string>;
type NullableBigNumber = ColumnType<
  string | null,
  number | string | null | undefined,
  number | string | null
>;

/** A store's permanent identity: what it is, whatever the merchant's connections to it are. */
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
  /** The limit as the shop reported it last. */
  throttle: NullableJsonColumn<Throttle & { seenAt: string }>;
  /** The merchant wants products made hidden first here, though it costs a second write (`docs/listing-protocol.md`, Draft first). */
  careful: Generated<boolean>;
  /** When a probe last showed what the shop makes of a key it has seen; null: never, or no longer true. */
  probed_at: NullableInstant;
  /** Somebody probes it now, and not after this whatever became of him. */
  probing_until: NullableInstant;
  /** The rules that products go into it by; null: as they are. */
  rules_id: Generated<string | null>;
  created_at: Instant;
}

/** Somebody who was sent to a shop to let our app in. Found by the hash of what the shop sends back; used once. */
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

/** The merchant's connection to a shop. A removed one keeps its name for the history, and no credentials. */
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
  /** Sealed: what the credentials were exchanged for, until it ends. */
  renewed: Buffer | null;
  renewed_until: NullableInstant;
  /** Somebody renews them now, and not after this whatever became of him. */
  renewing_until: NullableInstant;
  state: 'ready' | 'lost' | 'checking' | 'rights-missing';
  fault: NullableJsonColumn<Fault>;
  rights: JsonColumn<{ right: string; held: boolean; needed: boolean }[]>;
  practice: Generated<boolean>;
  checked_at: NullableInstant;
  created_at: Instant;
  removed_at: NullableInstant;
}

export type ListingState = 'waiting' | 'intended' | 'unsure' | 'listed' | 'refused' | 'conflict' | 'gone';

/** One product in one shop. Every write changes `token`, and none is made without the token that was read. */
export interface ListingTable {
  id: string;
  owner_id: string;
  product_id: string;
  shop_id: string;
  /** Grows when the merchant lists a product again that was deleted in the store. */
  generation: Generated<number>;
  key: string;
  state: ListingState;
  token: string;
  open_attempt: string | null;
  /** The product there; bound once. */
  store_product_id: string | null;
  address: string | null;
  created_by_us: Generated<boolean>;
  published: Generated<boolean>;
  /** A person hid it from shoppers or took it out of the store, and nobody listed it by hand since. */
  taken_down: Generated<boolean>;
  /** Writes of ours from before it was delisted or shown again may still land; the after-check gives that visibility back. */
  restores_visibility: Generated<boolean>;
  wanted_revision: number;
  listed_revision: number | null;
  /** The product's `digest` at that revision; null where it was changed before the store had it. Kept by the database. */
  listed_digest: ColumnType<string | null, never, string | null>;
  /** The attempt whose content is listed. */
  listed_attempt: string | null;
  /** Hash of what was sent then, and of what was read back; and of what was read back last. */
  sent_hash: string | null;
  listed_hash: string | null;
  seen_hash: string | null;
  /** An after-check is owed, once the shop's counted time has come to `check_at_ms`. */
  check_due: Generated<boolean>;
  check_at_ms: NullableBigNumber;
  /** The after-check found an older write of ours on top: the newest is to be written again. */
  unhealed: Generated<boolean>;
  /** The store's product that a person chose to take for ours, until it is bound. */
  adopts: Generated<string | null>;
  /** Numbers behind its handle and codes in this store, chosen where its own were taken. */
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
  | 'picture';
export type AttemptFate = 'open' | 'never_sent' | 'applied' | 'refused' | 'absent';

/** What was about to be sent, written down before it was; and what became of it. Never deleted. */
export interface ListingAttemptTable {
  id: string;
  owner_id: string;
  listing_id: string;
  kind: AttemptKind;
  generation: number;
  revision: number;
  /** The content's hash as this platform's lister reckons it. */
  hash: string | null;
  options: JsonColumn<ListingOptions>;
  /** The product as sent, kept until the after-check is content. */
  body: NullableJsonColumn<Product>;
  /** The store's product; null for a create. */
  target: string | null;
  request_id: string;
  line: number;
  /** The run it was made for; null where an after-check wrote. */
  run_id: string | null;
  /** For people; no decision reads it. */
  intended_at: Instant;
  /** The counted time of its shop when it was intended, in milliseconds. */
  counted_ms: BigNumber;
  /** Milliseconds counted by those who waited for it. */
  waited_ms: BigNumber;
  fate: Generated<AttemptFate>;
  answer: NullableJsonColumn<Json>;
  answered_at: NullableInstant;
}

export interface ListingRunTable {
  run_id: string;
  owner_id: string;
  options: JsonColumn<ListingOptions>;
  /** Asks the simulator and writes nothing to the store. */
  dry: boolean;
  action: Generated<RunAction>;
  /** The run that this one takes back. */
  undoes: string | null;
}

export type LaneState = 'waiting' | 'running' | 'held' | 'complete' | 'partial' | 'failed';

/** The part of a run that goes to one shop. */
export interface ListingLaneTable {
  run_id: string;
  shop_id: string;
  store_id: string;
  owner_id: string;
  state: Generated<LaneState>;
  fault: NullableJsonColumn<Fault>;
  per_second: number | null;
  limit_used: number | null;
  seconds_left: number | null;
  goes_on_at: NullableInstant;
  certificate: NullableJsonColumn<ListingCertificate>;
  /** Causes of rejection that a person lets pass in this run: the store job pauses for them no more. */
  passed_causes: ColumnType<string[], string | undefined, string>;
}

/** Which products a listing run is to have: by a selection, or those that another run left rejected or open. */
export type PreparationSource = { kind: 'selection'; selection: Selection } | { kind: 'rest'; runId: string };

/** What is still to be written of a run's products; gone once all of them are. */
export interface ListingPreparationTable {
  run_id: string;
  owner_id: string;
  source: JsonColumn<PreparationSource>;
  /** How many items were counted for each shop when the run was created, by the shop's id. */
  totals: JsonColumn<Record<string, number>>;
  /** The product that was written last; null before the first. */
  after: string | null;
  /** How many products are written. */
  products: Generated<number>;
  /** The mark of these, where `expected` is to be compared with the mark of all. */
  mark: string | null;
  expected: NullableJsonColumn<ExpectedListing>;
  /** Why nothing of the run is listed; what was written of it is deleted then. */
  fault: NullableJsonColumn<Fault>;
}

/** One product of a run in one shop, as the run's page tells it. */
export interface ListingItemTable {
  id: string;
  run_id: string;
  owner_id: string;
  shop_id: string;
  store_id: string;
  product_id: string;
  /** Null in a dry run, which makes no ledger row. */
  listing_id: string | null;
  position: number;
  title: string;
  revision: number;
  state: Generated<ItemState>;
  fault: NullableJsonColumn<Fault>;
  field: string | null;
  notes: NullableJsonColumn<StoreFault[]>;
  /** What it was rejected for, as `causeOf` names it; null unless it was. */
  cause: Generated<string | null>;
  /** The store itself answered a write of it in this run; false where our own checks decided. */
  answered: Generated<boolean>;
  at: NullableInstant;
  /** What became of it in a run that takes another back, and why it was kept or could not be. */
  pile: UndoPile | null;
  reason: KeptBecause | null;
}

/** The time that workers have counted in a shop. Its token keeps two of them from counting the same seconds. */
export interface ShopTurnTable {
  shop_id: string;
  owner_id: string;
  token: string;
  counted_ms: BigNumber;
  /** The counted time before which nothing is sent: what was sent before our database was put back may still arrive. */
  quiet_until_ms: BigNumber;
  /** An attempt found in the store that no record of ours knows: nothing is sent there until it is declared where the database comes from. */
  held_by_attempt: string | null;
  /** Attempts of before this (milliseconds since 1970) may be unknown here, as was declared. */
  known_until_ms: BigNumber;
}

/** The tables of stores and listing. */
/** A picture of a product in the library of a store; see `listing/besides.ts`. */
export interface ShopPictureTable {
  shop_id: string;
  owner_id: string;
  /** Where it was found. */
  source_url: string;
  /** By its content. */
  name: string;
  media_id: string;
  address: string;
  at: Instant;
}

/** A category, tag, attribute or image that products need in a store was about to be created or published, and what became of it. */
export interface StoreResourceAttemptTable {
  id: string;
  owner_id: string;
  shop_id: string;
  kind: 'category' | 'tag' | 'attribute' | 'image';
  action: 'create' | 'publish';
  /** The same for the same resource of a shop: a hash of its kind and names. */
  key: string;
  /** Its names, from the top; of an image, the mark of its content. */
  path: JsonColumn<string[]>;
  /** The store's id of what is to be published; null for a create. */
  target: string | null;
  /** The run it was made for. */
  run_id: string | null;
  /** For people; no decision reads it. */
  intended_at: Instant;
  /** The counted time of its shop when it was intended, in milliseconds. */
  counted_ms: BigNumber;
  /** At most one of a shop, key and action is open. Later evidence may correct `absent`. */
  fate: Generated<AttemptFate>;
  /** The store's id of it, once that is known. */
  resource_id: string | null;
  answer: NullableJsonColumn<Json>;
  answered_at: NullableInstant;
}

/** An operation in a store that works through many attempts by itself; its id is their request's. */
export interface ListingBulkTable {
  id: string;
  owner_id: string;
  shop_id: string;
  run_id: string | null;
  kind: 'create' | 'update' | 'publish';
  /** The store's own name for it; null until it was told or found. */
  operation: string | null;
  token: string;
  /** Milliseconds counted by those who waited for an operation that the store did not know (yet). */
  waited_ms: BigNumber;
  intended_at: Instant;
  /** Its results were taken down; until then no other write of its products is sent. */
  ended_at: NullableInstant;
}

export interface ListingTables {
  shop: ShopTable;
  store: StoreTable;
  store_grant: StoreGrantTable;
  listing: ListingTable;
  listing_attempt: ListingAttemptTable;
  listing_run: ListingRunTable;
  listing_lane: ListingLaneTable;
  listing_item: ListingItemTable;
  listing_preparation: ListingPreparationTable;
  listing_bulk: ListingBulkTable;
  shop_turn: ShopTurnTable;
  shop_picture: ShopPictureTable;
  store_resource_attempt: StoreResourceAttemptTable;
}
