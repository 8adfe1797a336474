import { z } from 'zod/mini';
import { listOf, pageQuery } from './list.ts';
import { ProductId, Selection } from './products.ts';
import { route } from './route.ts';
import { listingActs, RunId } from './runs.ts';
import { StoreId } from './stores.ts';

/** What a listing run does with products in stores. */
export const runActions = ['list', ...listingActs] as const;
export type RunAction = (typeof runActions)[number];

/** What becomes of a product when a run is taken back. */
export const undoPiles = ['taken-back', 'kept', 'impossible'] as const;
export type UndoPile = (typeof undoPiles)[number];

/** Why a product was spared, or could not be taken back. */
export const keptBecause = [
  'changed',
  'has-orders',
  'later-run',
  'unsure',
  'gone',
  'former-unknown',
  'refused',
] as const;
export type KeptBecause = (typeof keptBecause)[number];

/** Every act is done by a run of its own. */
const byRun = { answer: z.object({ runId: RunId }), status: 202 } as const;
const act = {
  ...byRun,
  body: z.object({
    storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(20)),
    selection: Selection,
    /**
     * How many products were shown as selected. A selection by filter must send it: where another number is selected by now, the
     * error is `selection.changed`, and nothing is done. By ids it is not needed.
     */
    expected: z.optional(z.int()),
  }),
};

/** Takes chosen products from shoppers' sight in chosen stores. They stay there, and are shown again by `relist`. */
export const delistProducts = route({
  method: 'POST',
  path: '/listing/delist',
  needs: { permission: 'listing', action: 'edit' },
  ...act,
});

/** Shows the same products again, by the store's own ids. What is not there any more stays away. */
export const relistProducts = route({
  method: 'POST',
  path: '/listing/relist',
  needs: { permission: 'listing', action: 'edit' },
  ...act,
});

/** Removes chosen products from chosen stores: to the trash where a store has one, else for good. */
export const removeProducts = route({
  method: 'POST',
  path: '/listing/remove',
  needs: { permission: 'listing', action: 'delete' },
  ...act,
});

const runParams = z.object({ id: RunId });

/**
 * What taking a run back would do now, as its products were last seen; of a run that took another back, what it did. Every
 * product is looked at anew before anything is done to it.
 */
export const getUndo = route({
  method: 'GET',
  path: '/listing/runs/:id/undo',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  answer: z.object({
    /** `foreseen` of a run that may be taken back, `done` of one that takes back; null where neither is so. */
    of: z.nullable(z.enum(['foreseen', 'done'])),
    piles: z.array(
      z.object({
        pile: z.enum(undoPiles),
        count: z.int(),
        reasons: z.array(z.object({ reason: z.enum(keptBecause), count: z.int() })),
      }),
    ),
    /** How those of the first pile are taken back; null where that is not told. */
    ways: z.nullable(
      z.object({
        /** Put into the store's trash. */
        trashed: z.int(),
        /** Hidden in the store, which has no trash. */
        hidden: z.int(),
        /** Given the content they had before. */
        restored: z.int(),
      }),
    ),
    /** The run that this one takes back. */
    undoes: z.nullable(RunId),
    /** The newest run that takes this one back. */
    undoneBy: z.nullable(RunId),
  }),
});

export const UndoItem = z.object({
  productId: ProductId,
  title: z.string(),
  pictureUrl: z.nullable(z.string()),
  storeId: StoreId,
  listingId: z.nullable(z.uuid()),
  storeAddress: z.nullable(z.string()),
  pile: z.enum(undoPiles),
  reason: z.nullable(z.enum(keptBecause)),
});
export type UndoItem = z.infer<typeof UndoItem>;

/** The products of one pile. Their number is told by the piles. */
export const listUndoItems = route({
  method: 'GET',
  path: '/listing/runs/:id/undo/items',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  query: z.object({ ...pageQuery, pile: z.enum(undoPiles) }),
  answer: listOf(UndoItem),
});

/**
 * Removes what is left, in the stores of a run, of products that they rejected: made by us, and never shown. `expected` is the number that
 * was shown; where another number is left by now, the error is `selection.changed`.
 */
export const removeUnfinished = route({
  method: 'POST',
  path: '/listing/runs/:id/unfinished/remove',
  needs: { permission: 'listing', action: 'delete' },
  params: runParams,
  body: z.object({ expected: z.int() }),
  ...byRun,
});

/** Takes a run back, as a run of its own: what was changed since is spared. */
export const undoListing = route({
  method: 'POST',
  path: '/listing/runs/:id/undo',
  needs: { permission: 'listing', action: 'delete' },
  params: runParams,
  ...byRun,
});
