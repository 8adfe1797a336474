import type { Product } from '@bowerbird/catalog/product';
import type { Json } from '../context.ts';
import type { LookupRequest, SeenProduct } from './product-seen.ts';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { StoreCategories } from './store/categories.ts';
import type { StoreFault } from './writes.ts';

/** Which parts of a product a store returns as it holds them, and in what form. */
export interface ContentReader {
  /** Fields that the store keeps and returns as they were sent; nothing is said of other fields. */
  fields: readonly ('title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status')[];
  /** Variant fields that the store keeps and returns as they were sent; [] for a store that has none. */
  cells: readonly ('price' | 'compareAtPrice' | 'stock' | 'sku' | 'barcode')[];
  /**
   * Reports whether the prices of such a product are in no hash and not covered by `repriced`, so that it must be read
   * to be compared. Null: never.
   */
  readAlways: ((sent: Product) => boolean) | null;
  /**
   * Returns the products of these store ids in our data model, without our markers; null for one that does not exist
   * (any more). What the store does not return is empty or null. Takes any number of ids; never writes.
   */
  read(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<(Product | null)[]>;
}

/** What is read of a store. Nothing here writes. */
export interface Reader {
  /** Yields every product that carries one of our keys, a page at a time. */
  fullScan(store: StoreAccess, context: ListerContext): AsyncIterable<SeenProduct[]>;
  /**
   * Returns the products that carry one of our keys among about `count` that the store changed last: a cheap look-up
   * for writes that we have no record of. Null where a full scan runs before each run (`Features.looksByFullScan`).
   */
  newest: ((count: number, store: StoreAccess, context: ListerContext) => Promise<SeenProduct[]>) | null;
  /**
   * Returns every candidate for each key, by the platform's look-up order; empty only after all its steps were tried.
   * Takes at most `Features.lookMax` requests.
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
  /**
   * Reads what a write by id must know of products in their present state: parts with ids of their own, and whether a
   * product is in the trash. Read before the intent of each `update` and `publish`, and passed to it; a null in the
   * result stands for a product that does not exist. Null where nothing must be known.
   */
  held:
    | ((
        ids: readonly string[],
        before: 'update' | 'publish',
        store: StoreAccess,
        context: ListerContext,
      ) => Promise<Json[]>)
    | null;
  /** Returns our images that a product holds, about this many: media ids by file name. */
  images(
    storeProductId: string,
    count: number,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, string>>;
  /** Returns the images of these products that failed after the write, by store product id. */
  failedImages(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoreFault[]>>;
  /**
   * Reports which products had prices, SKUs or barcodes changed in the store since they were sent; null where the hash
   * of a look-up covers them.
   */
  repriced:
    | ((
        sent: readonly { storeProductId: string; product: Product }[],
        store: StoreAccess,
        context: ListerContext,
      ) => Promise<boolean[]>)
    | null;
  content: ContentReader;
  categories: StoreCategories;
}
