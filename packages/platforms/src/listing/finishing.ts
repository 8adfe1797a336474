import type { Product } from '@bowerbird/catalog/product';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { Outcome, ToUpdate } from './writes.ts';

/**
 * A setting that belongs to a product but is not part of its own write: a variant's inventory quantity, adding the
 * product to a collection, or removing it from one.
 */
export type FinishingStep =
  | { kind: 'stock'; storeProductId: string; itemId: string; locationId: string; inventory: number }
  | { kind: 'collection' | 'leave-collection'; storeProductId: string; collectionId: string };

/**
 * Settings made after a product is bound to its store id and before it is published. Steps name ids and absolute
 * values: a step sent twice takes effect once, and after any unknown outcome the steps still due are simply queried
 * again.
 */
export interface Finishing {
  /** Returns how many steps a new product will take, for the forecast. */
  stepsOf(product: Product): number;
  /**
   * Returns the steps that the store does not reflect yet. `isNew` = never published: only then are all inventory
   * quantities set. Later the store owns its quantities, and only those that differ from `former` are set.
   */
  due(item: ToUpdate, isNew: boolean, store: StoreAccess, context: ListerContext): Promise<FinishingStep[]>;
  /** Sends one step, by one request that passes the send gate. Costs 1. */
  send(step: FinishingStep, store: StoreAccess, context: ListerContext): Promise<Outcome>;
}
