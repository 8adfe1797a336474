import { z } from 'zod/mini';
import { listOf, pageQuery } from '../list.ts';
import { ProductId, Selection } from '../products/products.ts';
import { route } from '../route.ts';
import { listingActions, RunId } from '../runs.ts';
import { StoreId } from './stores.ts';

/** What a listing run does with products in stores. */
export const runActions = ['list', ...listingActions] as const;
export type RunAction = (typeof runActions)[number];

/** What happens to a product when a run is undone. */
export const undoGroups = ['taken-back', 'kept', 'impossible'] as const;
export type UndoGroup = (typeof undoGroups)[number];

/** Why a product was spared or could not be undone. */
export const keptBecause = [
  'changed',
  'has-orders',
  'later-run',
  'verifying',
  'gone',
  'former-unknown',
  'refused',
] as const;
export type KeptBecause = (typeof keptBecause)[number];

/** Every action starts a separate run. */
const byRun = { answer: z.object({ runId: RunId }), status: 202 } as const;
const act = {
  ...byRun,
  body: z.object({
    storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(20)),
    selection: Selection,
    /**
     * The number of products that was shown as selected. A selection by filter must send it: where another number is
     * selected by now, the error is `selection.changed`, and nothing is done. A selection by ids does not need it.
     */
    expected: z.optional(z.int()),
  }),
};

/**
 * Hides the selected products from shoppers in the selected stores. They remain in the store, and `relist` shows them
 * again.
 */
export const delistProducts = route({
  method: 'POST',
  path: '/listing/delist',
  needs: { permission: 'listing', action: 'edit' },
  ...act,
});

/**
 * Shows the same products again, by the store's own ids. Products that no longer exist in the store are not created
 * again.
 */
export const relistProducts = route({
  method: 'POST',
  path: '/listing/relist',
  needs: { permission: 'listing', action: 'edit' },
  ...act,
});

/** Removes the selected products from the selected stores: to the trash where a store has one, else permanently. */
export const removeProducts = route({
  method: 'POST',
  path: '/listing/remove',
  needs: { permission: 'listing', action: 'delete' },
  ...act,
});

const runParams = z.object({ id: RunId });

/**
 * Returns what undoing a run would do now, based on the last known state of its products. For a run that undid another
 * one, returns what it did. Every product is read again before anything is done to it.
 */
export const getUndo = route({
  method: 'GET',
  path: '/listing/runs/:id/undo',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  answer: z.object({
    /** `foreseen` for a run that can be undone, `done` for a run that undoes another; null where neither applies. */
    of: z.nullable(z.enum(['foreseen', 'done'])),
    undoGroups: z.array(
      z.object({
        undoGroup: z.enum(undoGroups),
        count: z.int(),
        reasons: z.array(z.object({ reason: z.enum(keptBecause), count: z.int() })),
      }),
    ),
    /** How the products of the first group are undone; null where that is unknown. */
    ways: z.nullable(
      z.object({
        /** Moved to the store's trash. */
        trashed: z.int(),
        /** Hidden, in a store that has no trash. */
        hidden: z.int(),
        /** Restored to their previous content. */
        restored: z.int(),
      }),
    ),
    /** The run that this one undoes. */
    undoes: z.nullable(RunId),
    /** The newest run that undoes this one. */
    undoneBy: z.nullable(RunId),
  }),
});

export const UndoItem = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  storeId: StoreId,
  listingId: z.nullable(z.uuid()),
  storeAddress: z.nullable(z.string()),
  undoGroup: z.enum(undoGroups),
  reason: z.nullable(z.enum(keptBecause)),
});
export type UndoItem = z.infer<typeof UndoItem>;

/** Returns the products of one group. `getUndo` returns their number. */
export const listUndoItems = route({
  method: 'GET',
  path: '/listing/runs/:id/undo/items',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  query: z.object({ ...pageQuery, undoGroup: z.enum(undoGroups) }),
  answer: listOf(UndoItem),
});

/**
 * Removes the partial products that rejected creates left in the stores of a run: created by us and never shown.
 * `expected` is the number that was shown; where another number is left by now, the error is `selection.changed`.
 */
export const removeUnfinished = route({
  method: 'POST',
  path: '/listing/runs/:id/unfinished/remove',
  needs: { permission: 'listing', action: 'delete' },
  params: runParams,
  body: z.object({ expected: z.int() }),
  ...byRun,
});

/** Undoes a run, as a separate run: products that were changed since are spared. */
export const undoListing = route({
  method: 'POST',
  path: '/listing/runs/:id/undo',
  needs: { permission: 'listing', action: 'delete' },
  params: runParams,
  ...byRun,
});
