import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Fault } from '../runs.ts';
import { StoreId } from './stores.ts';

/** A category's path in a store, from the top; a single name where collections have no hierarchy. */
const CategoryPath = z.array(z.string());

/** A store's own categories or collections as last read, and what its merchant chose among them. */
export const StoreCategories = z.object({
  /** `tree`: nested; `list`: without a hierarchy, identified by name alone; null: this platform does not report any. */
  shape: z.nullable(z.enum(['tree', 'list'])),
  /** Whether listing creates a category that the store does not have. */
  creates: z.boolean(),
  /** Parents before their children, siblings by name. As last read, even after a failed read. */
  categories: z.array(z.object({ path: CategoryPath, productCount: z.nullable(z.int()) })),
  /** False where the store has more than could be read. */
  isComplete: z.boolean(),
  /** When these were read; null: never. */
  asOf: z.nullable(Instant),
  /** A read in progress, and the number of categories it has so far; null: none. */
  reading: z.nullable(z.object({ since: Instant, count: z.int() })),
  /** Why the last read failed; null: it did not. */
  failure: z.nullable(z.extend(Fault, { at: Instant })),
  /** Those chosen for this store before, the most recent and most often chosen first. */
  chosen: z.array(z.object({ path: CategoryPath, times: z.int() })),
});
export type StoreCategories = z.infer<typeof StoreCategories>;

const params = z.object({ id: StoreId });

export const getStoreCategories = route({
  method: 'GET',
  path: '/listing/stores/:id/categories',
  needs: { permission: 'listing', action: 'query' },
  params,
  answer: StoreCategories,
});

/**
 * Starts to read the store's categories again and returns immediately; `getStoreCategories` returns the progress. Of
 * two simultaneous calls, one starts the read. Until the store has answered, and where it fails, the previous result is
 * kept.
 */
export const readStoreCategories = route({
  method: 'POST',
  path: '/listing/stores/:id/categories/read',
  needs: { permission: 'listing', action: 'edit' },
  params,
  answer: StoreCategories,
});
