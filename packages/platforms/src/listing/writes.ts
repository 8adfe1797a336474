import type { Product } from '@bowerbird/catalog/product';
import type { ErrorCode } from '@bowerbird/contract/errors';
import type { Json } from '../context.ts';
import type { StoredPicture } from './besides.ts';
import type { ListingKey } from './product-seen.ts';
import type { ListerContext, StoreAccess } from './store.ts';

export interface WriteOptions {
  status: 'active' | 'draft';
  publish: boolean;
  /** Where readers of a store without a till buy: an address with `{handle}` or `{sku}` in it. */
  buyLink?: string;
}

/** Whether shoppers are to see what is written so. */
export function isToBeSeen({ status, publish }: WriteOptions): boolean {
  return status === 'active' && publish;
}

/** One product to be written, already fitted to the store by its rules. */
export interface ToCreate {
  attemptId: string;
  key: ListingKey;
  product: Product;
  options: WriteOptions;
  /** The product's pictures in the store's library, by their own addresses; left out for a lister without one. */
  library?: ReadonlyMap<string, StoredPicture>;
  /** Where the store fetches uploaded images, by their addresses in the product; left out for a lister without `staging`. */
  staged?: ReadonlyMap<string, string>;
  /** Ids of what `Lister.terms` asked for, by `termName`; left out for a lister without them. */
  terms?: ReadonlyMap<string, string>;
}

export interface ToUpdate extends ToCreate {
  storeProductId: string;
  /** What `Lister.held` told of it before the intent; left out, a lister that needs it asks within the write. */
  held?: Json;
  /** Pictures the store holds already: media ids by file name. */
  pictures: ReadonlyMap<string, string>;
  /**
   * What was written of it last, where that is known. Pieces that are others now are set; those that are not are the store's to
   * know, as it sells them.
   */
  former?: Product;
  /** `former` landed on a newer write of ours: pieces are set only where the store holds those of `former`. */
  landedLate?: true;
}

/** A product of which nothing but prices and pieces is to be written. */
export interface ToReprice extends ToUpdate {
  former: Product;
}

/**
 * Prices, costs and pieces by themselves, by id: where a product differs in nothing else from what was written last. What a merchant
 * edited of all else stays as he has it, and so do variants of his own; variants that are not there any more are passed
 * over and told. Absolute figures, so that a send that is repeated is as good as one; the attempt's mark goes with them, so
 * that one which lands late is known for what it is.
 */
export interface Amounts {
  /** Products of more variants are written whole. */
  variantsMax: number;
  /** What one costs, in the throttle's units, with what is read on the way. */
  costOf(product: Product, former: Product): number;
  /** Each by one request that writes; the pieces too, where they are no steps of `finishing`. */
  update(items: readonly ToReprice[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
}

/**
 * What became of one write. Anything that is not surely applied, surely refused or surely never executed is a doubt;
 * which answers are sure is a closed list of each platform.
 */
export type Fate =
  | {
      fate: 'applied';
      storeProductId: string;
      version: string;
      hash: string;
      address: string | null;
      notes: StoreFault[];
      /** Bound, but not whole yet: what it lacks goes by `update`, in requests of its own, before it is published. */
      halfMade?: HalfMade;
    }
  | { fate: 'refused'; faults: StoreFault[]; answer: Json }
  /** Surely not executed: the limit was used up. */
  | { fate: 'throttled'; waitMs: number }
  /** The target of a by-id write is not there any more. */
  | { fate: 'missing' }
  /** With `wasMade` the store says that it carried this out before: what it made then is to be found, or was deleted since. */
  | { fate: 'doubt'; because: string; wasMade?: true };

/** A write after which its product still was not whole. */
export interface HalfMade {
  /** Stands for what was sent: the same again, and again not whole, says that the store keeps something else. */
  step: string;
  /** Fields that the store answered otherwise than they were sent, as far as its answer tells; `said` names both values. */
  differs: StoreFault[];
}

/** What a store said about one field. */
export interface StoreFault {
  code: ErrorCode;
  params: Record<string, string | number>;
  /** Path in our product, such as `variants.0.price`; null when it concerns the whole. */
  field: string | null;
  /** The store's own words, shortened; never a secret. */
  said: string;
}
