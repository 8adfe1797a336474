import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { route } from './route.ts';
import { Fault } from './runs.ts';
import { StoreId } from './stores.ts';

/** A category's path in a store, from the top; one name where collections stand side by side. */
const CategoryPath = z.array(z.string());

/** A store's own categories or collections as they were read last, and what its merchant chose of them. */
export const StoreCategories = z.object({
  /** `tree`: below one another; `list`: side by side, known by their name alone; null: this platform tells of none. */
  shape: z.nullable(z.enum(['tree', 'list'])),
  /** Whether listing creates a category that the store does not have. */
  creates: z.boolean(),
  /** Parents before what stands below them, neighbours by name. As last read: also after a reading that failed. */
  categories: z.array(z.object({ path: CategoryPath, productCount: z.nullable(z.int()) })),
  /** False where the store holds more than could be read. */
  isComplete: z.boolean(),
  /** When these were read; null: never. */
  asOf: z.nullable(Instant),
  /** A reading under way, and how many categories it has; null: none. */
  reading: z.nullable(z.object({ since: Instant, count: z.int() })),
  /** Why the last reading failed; null: it did not. */
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
 * Begins to read the store's categories again and answers at once; `getStoreCategories` tells how far the reading is. Of two that ask at
 * the same time one begins. Until the store has answered, and where it fails, what was read before stays.
 */
export const readStoreCategories = route({
  method: 'POST',
  path: '/listing/stores/:id/categories/read',
  needs: { permission: 'listing', action: 'edit' },
  params,
  answer: StoreCategories,
});
