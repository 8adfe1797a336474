import type { Json } from '../context.ts';
import type { Bulk } from './bulk.ts';
import type { ImageLibrary, Terms } from './dependencies.ts';
import type { Finishing } from './finishing.ts';
import type { ListingKey, SeenProduct } from './product-seen.ts';
import type { ImageStaging } from './staging.ts';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { Outcome, PriceAndInventory, ToCreate, ToUpdate } from './writes.ts';

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
   * content is written too. Null: never.
   */
  lacksParts: ((seen: SeenProduct) => boolean) | null;
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

/**
 * What is written to a store. Each writing method sends one request that writes and never retries; the requests that it
 * reads with before and after are included in `Planner.costOf`. The protocol decides what to do about an unknown
 * outcome. A part that is null is one that the stores of the platform do not have or do not need.
 */
export interface Writer {
  create(items: readonly ToCreate[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  update(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  /**
   * Publishes products to shoppers. A draft-first lister also gives each product its own address, and publishes only
   * those that are to be visible. Null where a write publishes by itself (`Features.publication` is `by-create`).
   */
  publish:
    | ((items: readonly ToUpdate[], store: StoreAccess, context: ListerContext) => Promise<Outcome[]>)
    | null;
  remove(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Outcome[]>;
  visibility: VisibilityWriter;
  /** `remove` puts products where they can be restored from; null where it deletes them for good. */
  trash: Trash | null;
  /** Writes of prices and inventory alone; null where these are sent with everything else. */
  amounts: PriceAndInventory | null;
  /** Null where a product's own write carries everything. */
  finishing: Finishing | null;
  /** Null where each write is a single request. */
  bulk: Bulk | null;
  /** How the bytes of images reach the store; null where it fetches all images by their public addresses. */
  images: ImageLibrary | ImageStaging | null;
  /** Null where nothing that products refer to is created. */
  terms: Terms | null;
}

/** Returns the library that the images of a store's products are brought into; null where it has none. */
export function libraryOf({ images }: Pick<Writer, 'images'>): ImageLibrary | null {
  return images?.kind === 'library' ? images : null;
}
