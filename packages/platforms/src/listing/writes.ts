import type { Product } from '@bowerbird/catalog/product';
import type { ErrorCode } from '@bowerbird/contract/errors';
import type { Json } from '../context.ts';
import type { ListingKey } from './product-seen.ts';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { StoredImage } from './stored-image.ts';

export interface WriteOptions {
  status: 'active' | 'draft';
  publish: boolean;
  /** Where readers buy on a site without a checkout: an address with `{handle}` or `{sku}` in it. */
  buyLink?: string;
}

/** Reports whether shoppers are to see what is written with these options. */
export function isToBeSeen({ status, publish }: WriteOptions): boolean {
  return status === 'active' && publish;
}

/** One product to be written, already fitted to the store's rules. */
export interface ToCreate {
  attemptId: string;
  key: ListingKey;
  product: Product;
  options: WriteOptions;
  /**
   * The product's images in the store's library, by their source addresses; left out for a lister without a library.
   */
  library?: ReadonlyMap<string, StoredImage>;
  /**
   * Addresses from which the store fetches uploaded images, by their addresses in the product; left out for a lister
   * without a staging place.
   */
  staged?: ReadonlyMap<string, string>;
  /** Ids of the terms that `Writer.terms` requires, by `termName`; left out for a lister without terms. */
  terms?: ReadonlyMap<string, string>;
}

export interface ToUpdate extends ToCreate {
  storeProductId: string;
  /**
   * What `Reader.held` returned for the product before the intent; where left out, a lister that needs it reads it
   * within the write.
   */
  held?: Json;
  /** Images that the store holds already: media ids by file name. */
  images: ReadonlyMap<string, string>;
  /**
   * What was last written of the product, where that is known. Inventory quantities that differ from it are set;
   * unchanged ones belong to the store, which counts them down as it sells.
   */
  former?: Product;
  /**
   * `former` landed on top of a newer write of ours: quantities are set only where the store holds those of `former`.
   */
  landedLate?: true;
}

/** A product of which only prices and inventory are written. */
export interface ToReprice extends ToUpdate {
  former: Product;
}

/**
 * Writes of only prices, costs and inventory, by id, for a product that differs in nothing else from what was written
 * last. Everything else that the merchant edited stays, and so do variants that the merchant added; variants that do
 * not exist any more are skipped and reported. Values are absolute, so a repeated send has the same effect as one; the
 * attempt's mark is written with them, so that a send that lands late is recognised.
 */
export interface PriceAndInventory {
  /** Products with more variants are written whole. */
  variantsMax: number;
  /** Returns the cost of one such write, in the throttle's units, including its reads. */
  costOf(product: Product, former: Product): number;
  /** Updates each product by one writing request, including inventory where it is not set by steps of `finishing`. */
  update(items: readonly ToReprice[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
}

/**
 * Outcome of one write. Anything that is not definitely applied, definitely rejected or definitely not executed is an
 * unknown outcome; each platform has a closed list of the answers that are definite.
 */
export type Outcome =
  | {
      outcome: 'applied';
      storeProductId: string;
      version: string;
      hash: string;
      address: string | null;
      notes: StoreFault[];
      /**
       * Bound to its store id but still partial: `update` writes what is missing, in requests of its own, before it is
       * published.
       */
      partial?: PartialProduct;
    }
  | { outcome: 'refused'; faults: StoreFault[]; answer: Json }
  /** Definitely not executed: the rate limit was used up. */
  | { outcome: 'throttled'; waitMs: number }
  /** The target of a write by id does not exist any more. */
  | { outcome: 'missing' }
  /**
   * `wasMade`: the store reports that it executed this write before. The product created then can be found, or was
   * deleted since.
   */
  | { outcome: 'unknown'; because: string; wasMade?: true };

/** A write after which its product was still partial. */
export interface PartialProduct {
  /**
   * Identifies what was sent. When the same step is sent again and the product is still partial, the store keeps
   * something else.
   */
  step: string;
  /**
   * Fields that the store returned with a value other than the one sent, as far as its answer shows; `said` names both
   * values.
   */
  differs: StoreFault[];
}

/** A store's error about one field. */
export interface StoreFault {
  code: ErrorCode;
  params: Record<string, string | number>;
  /** Path in our product, such as `variants.0.price`; null when the error concerns the whole product. */
  field: string | null;
  /** The store's own message, shortened; never a secret. */
  said: string;
}
