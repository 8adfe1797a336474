import { z } from 'zod/mini';
import { route } from '../route.ts';
import { RunId } from '../runs.ts';

/** Error codes for a product of the store that conflicts with ours, such as one with the same handle. */
export const heldCodes = ['store.handle-taken', 'store.sku-taken', 'store.trash-holds-sku'] as const;

/**
 * What to do where another product of the store has our handle or SKU. `adopt` treats that product as ours and
 * overwrites its content with ours; `rename` adds a number to our handle or SKUs, in this store only.
 */
export const conflictChoices = ['adopt', 'rename'] as const;

/**
 * Resolves conflicts by hand and lists those products again, with one run for each store. Products that have no
 * conflict (any more), or whose conflict this choice cannot resolve, are skipped.
 */
export const resolveListingConflicts = route({
  method: 'POST',
  path: '/listing/conflicts',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({
    which: z.union([
      z.object({ listingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)) }),
      /** All products of a run with this error code. */
      z.object({ runId: RunId, code: z.enum(heldCodes) }),
    ]),
    choice: z.enum(conflictChoices),
  }),
  answer: z.object({ runIds: z.array(RunId), resolved: z.int() }),
  status: 202,
});
