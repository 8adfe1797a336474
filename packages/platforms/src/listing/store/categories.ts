import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from './access.ts';

/**
 * A category or collection of a store that products can be added to. One that fills itself by a rule is not included.
 */
export interface StoreCategory {
  id: string;
  /** Name as shoppers read it, without markup. */
  name: string;
  /** Id of the parent category; null at the top level, and wherever a store keeps its collections in a flat list. */
  parentId: string | null;
  /** Number of products that the store reports for the category; null where the store reports none. */
  productCount: number | null;
}

/** One page of a store's categories. */
export interface StoreCategoryPage {
  categories: StoreCategory[];
  /**
   * The store holds more categories than this page and those before it. True on the last page: the store returns no
   * more of them.
   */
  hasMore: boolean;
}

/** Reader of a store's own categories, for a merchant to choose from. */
export interface StoreCategories {
  /** `tree`: categories have parents; `list`: collections form a flat list, known by their name alone. */
  shape: 'tree' | 'list';
  /** Whether listing creates a category that a product names and the store does not have. */
  creates: boolean;
  /** Reads all categories, page by page; never writes. Throws a named error where the store cannot be read. */
  read(store: StoreAccess, context: ListerContext): AsyncIterable<StoreCategoryPage>;
  /**
   * Returns what later writes must know of the categories just read; kept among the details that `prepare` learned.
   * Null: nothing.
   */
  details: ((categories: readonly StoreCategory[]) => Record<string, Json>) | null;
}

/** Largest number of a store's categories that are read and kept; further ones are reported as missing. */
export const storeCategoriesMax = 5000;
