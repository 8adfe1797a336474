import type { Product } from '@bowerbird/catalog/product';
import type { ErrorCode } from '@bowerbird/contract/errors';
import type { Json } from '../context.ts';
import type { Bulk } from './bulk.ts';
import type { ImageLibrary, Terms } from './dependencies.ts';
import type { Finishing } from './finishing.ts';
import type { ListingKey, LookupRequest, SeenProduct } from './product-seen.ts';
import type { ImageStaging } from './staging.ts';
import type {
  AppGrant,
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
  Throttle,
} from './store.ts';
import type { StoreCategories } from './store-categories.ts';
import type { Outcome, PriceAndInventory, StoreFault, ToCreate, ToUpdate, WriteOptions } from './writes.ts';

/** How a product is kept from shoppers; a store that knows only one way uses that. */
export type HiddenAs = 'draft' | 'archived';

/**
 * Visibility operations: unpublish products and publish them again, by id; nothing else of them changes. Idempotent. A
 * product that does not exist any more is reported as missing and never recreated. Each method costs what `publish`
 * does.
 */
export interface VisibilityWriter {
  /** Reports whether the product is kept from shoppers. */
  isHidden(seen: SeenProduct): boolean;
  /**
   * Reports that parts which every product has are missing, so that the store publishes the product only when its
   * content is written too. Left out: never.
   */
  lacksParts?(seen: SeenProduct): boolean;
  hide(ids: readonly string[], as: HiddenAs, store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  /** Publishes the products under the addresses they have. */
  show(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
}

/** Where a store keeps deleted products. */
export interface Trash {
  /**
   * Returns what must be written next so that the product of this id, with all that belongs to it, leaves the trash;
   * null where no part of it is in the trash, or where it carries none of these keys.
   */
  due(
    id: string,
    keys: readonly ListingKey[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Json | null>;
  /**
   * Sends that write, by one request that passes the send gate: restores the product by its id, unpublished.
   * Idempotent. Costs 1.
   */
  bring(step: Json, store: StoreAccess, context: ListerContext): Promise<Outcome>;
}

/** Which parts of a product a store returns as it holds them, and in what form. */
export interface StoreReading {
  /** Fields that the store keeps and returns as they were sent; nothing is said of other fields. */
  fields: readonly ('title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status')[];
  /** Variant fields that the store keeps and returns as they were sent; [] for a store that has none. */
  cells: readonly ('price' | 'compareAtPrice' | 'stock' | 'sku' | 'barcode')[];
  /**
   * Reports whether the prices of such a product are in no hash and not covered by `repriced`, so that it must be read
   * to be compared. Left out: never.
   */
  readAlways?(sent: Product): boolean;
  /**
   * Every `update` sends all inventory quantities. Otherwise it sends at most those that we changed, as the store
   * counts the others itself.
   */
  updateSetsStock: boolean;
  /**
   * Returns the products of these store ids in our data model, without our markers; null for one that does not exist
   * (any more). What the store does not return is empty or null. Takes any number of ids; never writes.
   */
  read(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<(Product | null)[]>;
}

/**
 * Writer of products to a store of this platform. Each writing method sends one request that writes and never retries;
 * the requests that it reads with before and after are included in `costOf`. The protocol decides what to do about an
 * unknown outcome; it needs only the look-ups below.
 */
export interface Lister {
  /** The protocol's times for this platform, in milliseconds. */
  times: { deadlineMs: number; timeoutMs: number; latenessMs: number };
  /** The store enforces our key atomically: a second send cannot create a second product. */
  storeSideKey: boolean;
  /**
   * `create` always creates a draft, whatever visibility is wanted, and `publish` publishes it. A duplicate would be
   * unpublished and carry our key, so that an in-doubt attempt need not wait for its settle period
   * (`docs/listing-protocol.md`, In-doubt attempts; Draft first).
   */
  draftFirst?: true;
  /** An update of a product that does not exist any more creates another, under another id. */
  updateMakes?: true;
  /**
   * The first look-up of a run is one full scan of the store, by `fullScan`, instead of one look-up for each product
   * (`docs/listing-protocol.md`, Look-ups).
   */
  looksByFullScan?: true;
  library?: ImageLibrary;
  /** Left out where images reach the store through its library, or by public addresses only. */
  staging?: ImageStaging;
  terms?: Terms;
  /** Left out where a store of this platform has no categories of its own, or does not return them. */
  storeCategories?: StoreCategories;
  /** Left out where a product's own write carries everything. */
  finishing?: Finishing;
  /** Left out where prices and inventory are sent with everything else. */
  amounts?: PriceAndInventory;
  /** Left out where each write is a single request. */
  bulk?: Bulk;
  /** What the certificate promises for this platform (`docs/listing-protocol.md`, What is guaranteed). */
  guarantee: string;
  /** Number of products in one request of `create` or `update`. */
  batchSize: number;
  /** Number of products in one request of `publish`, where that is more. */
  publishMax?: number;
  /** Largest number of concurrent requests. */
  inFlightMax: number;
  /** Largest number of products in one look-up. */
  lookMax: number;
  /** The rate limit assumed before the store has reported its own. */
  firstThrottle: Throttle;

  /** Returns the store's permanent address from what a person pastes; null when the text cannot be one. */
  domainOf(pasted: string): string | null;
  /** Returns the cost of writing this product, in the throttle's units. */
  costOf(kind: 'create' | 'update' | 'publish' | 'remove', product: Product | null): number;

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
   * (`docs/listing-protocol.md`, Probing a store). Called only when a person requests it. Absent where `prepare` knows
   * without a probe.
   */
  probe?(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities>;
  /**
   * Returns this lister adapted to what one store was proven to do (`docs/listing-protocol.md`, Probing a store) and to
   * what its merchant wants: careful means draft-first (`docs/listing-protocol.md`, Draft first).
   */
  inStore?(shop: { uniqueKey: boolean; careful: boolean }): Lister;
  /** Yields every product that carries one of our keys, a page at a time. */
  fullScan(store: StoreAccess, context: ListerContext): AsyncIterable<SeenProduct[]>;
  /**
   * Returns the products that carry one of our keys among about `count` that the store changed last: a cheap look-up
   * for writes that we have no record of. Left out where a full scan runs before each run.
   */
  newest?(count: number, store: StoreAccess, context: ListerContext): Promise<SeenProduct[]>;
  /**
   * Returns every candidate for each key, by the platform's look-up order; empty only after all its steps were tried.
   * Takes at most `lookMax` requests.
   */
  look(
    requests: readonly LookupRequest[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<SeenProduct[][]>;
  /** Returns the products of these store ids; null for one that does not exist (any more). Takes any number of ids. */
  lookByIds(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<(SeenProduct | null)[]>;
  /** Returns our images that a product holds, about this many: media ids by file name. */
  images(
    storeProductId: string,
    count: number,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, string>>;
  /**
   * Reads what a write by id must know of products in their present state: parts with ids of their own, and whether a
   * product is in the trash. Read before the intent of each `update` and `publish`, and passed to it; null for a
   * product that does not exist. Absent where nothing must be known.
   */
  held?(
    ids: readonly string[],
    before: 'update' | 'publish',
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Json[]>;
  /**
   * Groups the items that one request of `update` writes together, by their indexes; each is in exactly one group.
   * Absent where all of them go in one request. Sends nothing.
   */
  together?(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<number[][]>;
  create(items: readonly ToCreate[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  update(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  /**
   * Publishes products to shoppers. A draft-first lister also gives each product its own address, and publishes only
   * those that are to be visible. Absent where a write publishes by itself.
   */
  publish?(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  remove(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  /** `remove` puts products where they can be restored from. */
  trash?: Trash;
  visibility?: VisibilityWriter;
  /** Left out where only the hash shows what a store holds. */
  reading?: StoreReading;
  /**
   * Reports which products had prices, SKUs or barcodes changed in the store since they were sent; absent where the
   * hash of a look-up covers them.
   */
  repriced?(
    sent: readonly { storeProductId: string; product: Product }[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<boolean[]>;
  /** Returns the images of these products that failed after the write, by store product id. */
  failedImages(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoreFault[]>>;
  /** Returns the hash of what we would send: equal for equal content and options. */
  hashOf(product: Product, options: WriteOptions): Promise<string>;
  /** Returns what this store would reject, cut or drop of a product; sends nothing. */
  fit(product: Product, shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>): Fit[];
  /** For connections that are `granted`. */
  grant?: AppGrant;
  /** Exchanges or renews credentials that expire; null when none do. */
  renew(
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string } | null>;
}

export interface Fit {
  kind: 'refused' | 'cut' | 'lost';
  code: ErrorCode | `fit.${string}`;
  params: Record<string, string | number>;
}
