import type { Product } from '@bowerbird/catalog/product';
import type { ErrorCode } from '@bowerbird/contract/errors';
import type { ShopIdentity, StoreAccess } from './store/access.ts';
import type { ToUpdate, WriteOptions } from './writes.ts';

/** What a store would reject (`refused`), cut or drop (`lost`) of a product. */
export interface Fit {
  kind: 'refused' | 'cut' | 'lost';
  code: ErrorCode | `fit.${string}`;
  params: Record<string, string | number>;
}

/** How products become requests, and what these cost. Pure: sends and reads nothing. */
export interface Planner {
  /** Returns what this store would reject, cut or drop of a product. */
  fit(product: Product, shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>): Fit[];
  /** Returns the hash of what we would send: equal for equal content and options. */
  hashOf(product: Product, options: WriteOptions): Promise<string>;
  /**
   * Returns the cost of writing this product, in the throttle's units, including the requests that a write reads with
   * before and after.
   */
  costOf(kind: 'create' | 'update' | 'publish' | 'remove', product: Product | null): number;
  /**
   * Groups the items that one request of `update` writes together, by their indexes; each is in exactly one group. Null
   * where all of them go in one request.
   */
  together: ((items: readonly ToUpdate[], store: StoreAccess) => Promise<number[][]>) | null;
}
