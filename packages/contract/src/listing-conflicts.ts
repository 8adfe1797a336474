import { z } from 'zod/mini';
import { route } from './route.ts';
import { RunId } from './runs.ts';

/**
 * What is done where another product of the store holds our handle or code: `adopt` takes the holder for ours, and writes our
 * content over its own; `rename` puts a number behind our handle or codes, in this store alone.
 */
export const conflictChoices = ['adopt', 'rename'] as const;

/** Decides conflicts by hand, one or many alike, and lists those products again; one run for each store. */
export const resolveConflicts = route({
  method: 'POST',
  path: '/listing/conflicts',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({
    /** Listings in conflict, or refused for a code that is held; those that are not (any more) are passed over. */
    listingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)),
    choice: z.enum(conflictChoices),
  }),
  answer: z.object({ runIds: z.array(RunId), resolved: z.int() }),
  status: 202,
});
