import type { Json } from '../context.ts';
import type { ListerContext, StoreAccess } from './store.ts';

/** A category or collection of a store that products can be put into. One that fills itself by a rule is none. */
export interface StoreCategory {
  id: string;
  /** As shoppers read it, without markup. */
  name: string;
  /** Id of the category above; null at the top, and wherever a store keeps its collections side by side. */
  parentId: string | null;
  /** How many products the store says are in it; null where the store does not say. */
  productCount: number | null;
}

/** One page of a store's categories. */
export interface StoreCategoryPage {
  categories: StoreCategory[];
  /** The store holds more than this page and those before it. True on the last page: the store hands out no more of them. */
  hasMore: boolean;
}

/** How a store's own categories are read, to be chosen from. */
export interface StoreCategories {
  /** `tree`: categories stand below one another; `list`: collections stand side by side, known by their name alone. */
  shape: 'tree' | 'list';
  /** Whether listing creates a category that a product names and the store does not have. */
  creates: boolean;
  /** Reads all of them, page by page; never a write. Throws with a name where the store cannot be read. */
  read(store: StoreAccess, context: ListerContext): AsyncIterable<StoreCategoryPage>;
  /** What later writes must know of the categories just read: kept among the details that `prepare` learned. */
  details?(categories: readonly StoreCategory[]): Record<string, Json>;
}

/** So many categories of a store are read and kept; more are named as missing. */
export const storeCategoriesMax = 5000;
