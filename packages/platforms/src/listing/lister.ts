import type { Product } from '@bowerbird/catalog/product';
import type { ErrorCode } from '@bowerbird/contract/errors';
import type { Json } from '../context.ts';
import type { PictureLibrary, Terms } from './besides.ts';
import type { Bulk } from './bulk.ts';
import type { Finishing } from './finishing.ts';
import type { ListingKey, LookAsk, SeenProduct } from './product-seen.ts';
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
import type { Amounts, Fate, StoreFault, ToCreate, ToUpdate, WriteOptions } from './writes.ts';

/** How a product is kept from shoppers; a store that knows one way only does that. */
export type HiddenAs = 'draft' | 'archived';

/**
 * Takes products from shoppers' sight and shows them again: by id, and nothing else of them is changed. Done twice is done
 * once; what is not there any more is told as missing, and never comes back by it. Each method costs what `publish` does.
 */
export interface Shelf {
  /** Whether shoppers are kept from it. */
  isHidden(seen: SeenProduct): boolean;
  /** Parts of it that every product has are not there, so that the store shows it only when its content is written too. Left out: never. */
  lacksParts?(seen: SeenProduct): boolean;
  hide(ids: readonly string[], as: HiddenAs, store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  /** Under the address it has. */
  show(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
}

/** Where a store keeps what was thrown away. */
export interface Trash {
  /**
   * What must be written next so that the product of this id, with all that belongs to it, is out of the trash; null where nothing
   * of it lies there, or it bears none of these keys.
   */
  due(
    id: string,
    keys: readonly ListingKey[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Json | null>;
  /** Writes that, by one request and behind the gate: back by its id, and hidden. Done twice is done once. Costs 1. */
  bring(step: Json, store: StoreAccess, context: ListerContext): Promise<Fate>;
}

/** What of a product a store tells as it holds it, and in what form. */
export interface StoreReading {
  /** Fields that are kept and told as they were sent; of others nothing is said. */
  fields: readonly ('title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status')[];
  /** The same of its variants; [] for a store that has none. */
  cells: readonly ('price' | 'compareAtPrice' | 'stock' | 'sku' | 'barcode')[];
  /** Whether prices of such a product are in no hash and no `repriced`, so that it must be read to be compared. Left out: none. */
  readAlways?(sent: Product): boolean;
  /** All pieces go along with each `update`; else at most those that we changed, as the others are the store's own to count. */
  updateSetsStock: boolean;
  /**
   * The products by the store's ids in our words, without marks of ours; null for one that is not there (any more). What the store
   * does not tell is empty or null. Any number; never a write.
   */
  read(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<(Product | null)[]>;
}

/**
 * Writes products to a store of this platform. Each writing method sends one request that writes and never retries; what
 * it reads before and after is in `costOf`. What to do about a doubt is the protocol's business, which needs only the
 * look-ups below.
 */
export interface Lister {
  /** The protocol's times for this platform, in milliseconds. */
  times: { deadlineMs: number; timeoutMs: number; latenessMs: number };
  /** The store enforces our key, atomically: a second send cannot make a second product. */
  storeSideKey: boolean;
  /**
   * `create` makes what shoppers do not see, whatever is wanted, and `publish` shows it: a twin would be hidden and keyed,
   * so that a doubt need not age (`docs/listing-protocol.md`, In-doubt attempts; Draft first).
   */
  hiddenFirst?: true;
  /** An update of a product that is not there any more makes another, under another id. */
  updateMakes?: true;
  /**
   * The first look of a run goes once through the store, by `census`, in place of asking for each product
   * (`docs/listing-protocol.md`, Look-ups).
   */
  looksByCensus?: true;
  library?: PictureLibrary;
  /** Left out where images reach the store by its library, or by public addresses only. */
  staging?: ImageStaging;
  terms?: Terms;
  /** Left out where a store of this platform has no categories of its own, or does not tell them. */
  storeCategories?: StoreCategories;
  /** Left out where a product's own write carries everything. */
  finishing?: Finishing;
  /** Left out where prices and pieces go with everything else. */
  amounts?: Amounts;
  /** Left out where writes go one request at a time only. */
  bulk?: Bulk;
  /** What the certificate promises of this platform (`docs/listing-protocol.md`, What is guaranteed). */
  guarantee: string;
  /** How many products one request of `create` or `update` carries. */
  batchSize: number;
  /** How many products one request of `publish` shows, where that is more. */
  publishMax?: number;
  /** How many requests may be under way at a time. */
  inFlightMax: number;
  /** How many products one look may ask for. */
  lookMax: number;
  /** What is assumed of the limit before the store has told. */
  firstThrottle: Throttle;

  /** The store's permanent address from what a person pastes; null when it cannot be one. */
  domainOf(pasted: string): string | null;
  /** What a write of this product will cost, in the throttle's units. */
  costOf(kind: 'create' | 'update' | 'publish' | 'remove', product: Product | null): number;

  /** Says who the store is and which rights the credentials hold. Wrong credentials throw with a name. */
  identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity>;
  /** Makes what listing needs once per store (a metafield definition, a tag) and tells the unique key. Safe to repeat. */
  prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities>;
  /**
   * Writes two drafts and removes them, to learn what the store makes of a key it has seen before (`docs/listing-protocol.md`,
   * Probing a store). Only when a person asked. Absent where `prepare` knows without.
   */
  probe?(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities>;
  /**
   * This lister as one store was proven to be (`docs/listing-protocol.md`, Probing a store), and as its merchant wants it:
   * careful is hidden first (`docs/listing-protocol.md`, Draft first).
   */
  inStore?(shop: { uniqueKey: boolean; careful: boolean }): Lister;
  /** Every product that bears a key of ours, a page at a time. */
  census(store: StoreAccess, context: ListerContext): AsyncIterable<SeenProduct[]>;
  /**
   * Of the products that the store changed last, about `count`, those that bear a key of ours: a cheap look for writes that we do
   * not know of. Left out where a census is read before each run.
   */
  newest?(count: number, store: StoreAccess, context: ListerContext): Promise<SeenProduct[]>;
  /** Every candidate for each key, by the platform's ladder; empty only after all rungs were asked. At most `lookMax`. */
  look(asks: readonly LookAsk[], store: StoreAccess, context: ListerContext): Promise<SeenProduct[][]>;
  /** The products by the store's ids; one that is not there (any more) is null. Any number. */
  lookByIds(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<(SeenProduct | null)[]>;
  /** The pictures of ours that a product holds, about this many: media ids by file name. */
  pictures(
    storeProductId: string,
    count: number,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, string>>;
  /**
   * What a write by id must know of products as they stand: parts with ids of their own, whether one lies in the trash. Read
   * before the intent of each `update` and `publish`, and handed to it; null for what is not there. Absent where nothing
   * must be known.
   */
  held?(
    ids: readonly string[],
    before: 'update' | 'publish',
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Json[]>;
  /**
   * Which of these one request of `update` writes together, by their places; each is in one group. Absent where all of them go in one
   * request. Nothing is sent.
   */
  together?(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<number[][]>;
  create(items: readonly ToCreate[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  update(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  /**
   * Shows products to shoppers; of a lister that makes them hidden first, it gives each its own address, and shows those that
   * are to be seen. Absent where a write does so by itself.
   */
  publish?(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  remove(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  /** `remove` puts products where they can be taken out again. */
  trash?: Trash;
  shelf?: Shelf;
  /** Left out where what a store holds is told by its hash alone. */
  reading?: StoreReading;
  /** Whether somebody changed prices or codes since they were sent; absent where the hash of a look covers them. */
  repriced?(
    sent: readonly { storeProductId: string; product: Product }[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<boolean[]>;
  /** Pictures of these products that failed after the write, by store product id. */
  failedPictures(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoreFault[]>>;
  /** The hash of what we would send: the same for the same content and options. */
  hashOf(product: Product, options: WriteOptions): Promise<string>;
  /** What this store would refuse, cut or drop of a product; nothing is sent. */
  fit(product: Product, shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>): Fit[];
  /** For connections that are `granted`. */
  grant?: AppGrant;
  /** Exchanges or renews what expires; null when nothing does. */
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
