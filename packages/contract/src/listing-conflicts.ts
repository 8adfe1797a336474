import { z } from 'zod/mini';
import { route } from './route.ts';
import { RunId } from './runs.ts';

/** What is said where something of another's stands in our product's way. */
export const heldCodes = ['store.handle-taken', 'store.sku-taken', 'store.trash-holds-sku'] as const;

/**
 * What is done where another product of the store holds our handle or code: `adopt` takes the holder for ours, and writes our
 * content over its own; `rename` puts a number behind our handle or codes, in this store alone.
 */
export const conflictChoices = ['adopt', 'rename'] as const;

/**
 * Decides conflicts by hand and lists those products again; one run for each store. Those that are none (any more), or that this
 * choice cannot end, are passed over.
 */
export const resolveListingConflicts = route({
  method: 'POST',
  path: '/listing/conflicts',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({
    which: z.union([
      z.object({ listingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)) }),
      /** All of a run that were told this. */
      z.object({ runId: RunId, code: z.enum(heldCodes) }),
    ]),
    choice: z.enum(conflictChoices),
  }),
  answer: z.object({ runIds: z.array(RunId), resolved: z.int() }),
  status: 202,
});
