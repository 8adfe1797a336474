import type { Product } from '@bowerbird/catalog/product';
import type { ListerContext, StoreAccess } from './store.ts';
import type { Fate, ToUpdate } from './writes.ts';

/** One thing that belongs to a product and is no part of its own write: pieces of a variant, a place in a collection, or none in it any more. */
export type FinishingStep =
  | { kind: 'stock'; storeProductId: string; itemId: string; locationId: string; pieces: number }
  | { kind: 'collection' | 'leave-collection'; storeProductId: string; collectionId: string };

/**
 * What is set beside a product once it is bound, and before it is shown. Steps are by id and absolute: one that was sent
 * twice is done once, and after any doubt what is still due is simply asked for again.
 */
export interface Finishing {
  /** How many steps a new product will take, for the forecast. */
  stepsOf(product: Product): number;
  /**
   * What the store does not hold yet. `isNew` = never shown: only then all pieces are set. Later ones are the store's to know, but
   * for those that are others than in `former`.
   */
  due(item: ToUpdate, isNew: boolean, store: StoreAccess, context: ListerContext): Promise<FinishingStep[]>;
  /** Sends one, by one request and behind the gate. Costs 1. */
  send(step: FinishingStep, store: StoreAccess, context: ListerContext): Promise<Fate>;
}
