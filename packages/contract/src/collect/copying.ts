import { Edit } from '@bowerbird/catalog/edits/edit';
import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { ListingCertificate, ListingOptions } from '../listing/listing.ts';
import { StoreId } from '../listing/stores.ts';
import { route } from '../route.ts';
import { Fault, Run } from '../runs.ts';
import { Certificate } from './collect.ts';

export const copySteps = ['collecting', 'claiming', 'listing'] as const;
export type CopyStep = (typeof copySteps)[number];
export const copyStates = ['going', 'paused', 'stopped', 'done', 'cancelled'] as const;
export type CopyState = (typeof copyStates)[number];

/**
 * A copy of a source's products into the merchant's own stores: collected, claimed and listed, one step after the
 * other.
 */
export const CopyRun = z.object({
  id: z.uuid(),
  /** The source's host. */
  title: z.string(),
  platform: z.string(),
  scope: z.enum(['shop', 'category']),
  address: z.string(),
  stores: z.array(z.object({ id: StoreId, name: z.string(), platform: z.string() })),
  edits: z.array(Edit),
  options: ListingOptions,
  /** Stock that the source's lists leave out is also read; left out by older servers. */
  stock: z.optional(z.boolean()),
  state: z.enum(copyStates),
  /** The step that is running, or in which the copy stopped or ended. */
  step: z.enum(copySteps),
  /** Each step with the run that does it, once that has started. */
  steps: z.array(z.object({ step: z.enum(copySteps), run: z.nullable(Run) })),
  /** Why it stopped. */
  fault: z.nullable(Fault),
  /** The certificates of the collecting and of the listing; null before they end. */
  collected: z.nullable(Certificate),
  listed: z.nullable(ListingCertificate),
  /** Who confirmed that the products may be copied, and when. */
  confirmedBy: z.nullable(z.string()),
  confirmedAt: Instant,
  createdAt: Instant,
});
export type CopyRun = z.infer<typeof CopyRun>;

/** A row of the list of copies. */
export const CopyRow = z.pick(CopyRun, {
  id: true,
  title: true,
  platform: true,
  state: true,
  step: true,
  fault: true,
  stores: true,
  createdAt: true,
});
export type CopyRow = z.infer<typeof CopyRow>;

/**
 * Copies a whole shop, blog or category into stores. Requires the permissions to collect, to add products and to list.
 * Copying again creates no duplicates: what changed at the source is updated, what is new is added.
 */
export const startCopy = route({
  method: 'POST',
  path: '/listing/copies',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({
    platform: z.string().check(z.maxLength(40)),
    scope: z.enum(['shop', 'category']),
    address: z.string().check(z.maxLength(2000)),
    /** Edits applied to every product when it is added. */
    edits: z._default(z.array(Edit).check(z.maxLength(50)), []),
    storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(20)),
    options: z._default(ListingOptions, { status: 'active', publish: true, again: false }),
    /** Reads stock that the source's lists leave out, as in `startCollect`; left out: no. */
    stock: z.optional(z.boolean()),
    /** The person's confirmation that they may copy these products; stored with their name. */
    mayCopy: z.literal(true),
  }),
  answer: z.object({ id: z.uuid() }),
  status: 202,
});

/** Returns the copies, newest first. */
export const listCopies = route({
  method: 'GET',
  path: '/listing/copies',
  needs: { permission: 'listing', action: 'query' },
  query: z.object(pageQuery),
  answer: listOf(CopyRow),
});

const copyParams = z.object({ id: z.uuid() });
export const getCopy = route({
  method: 'GET',
  path: '/listing/copies/:id',
  needs: { permission: 'listing', action: 'get' },
  params: copyParams,
  answer: CopyRun,
});

/** Pauses the current step; the next step does not start. */
export const pauseCopy = route({
  method: 'POST',
  path: '/listing/copies/:id/pause',
  needs: { permission: 'listing', action: 'edit' },
  params: copyParams,
  answer: CopyRun,
});

/** Resumes a copy. A copy that stopped restarts the step in which it stopped. */
export const resumeCopy = route({
  method: 'POST',
  path: '/listing/copies/:id/resume',
  needs: { permission: 'listing', action: 'edit' },
  params: copyParams,
  answer: CopyRun,
});

/** Cancels a copy and its current step. What was collected, claimed and listed is kept. */
export const cancelCopy = route({
  method: 'POST',
  path: '/listing/copies/:id/cancel',
  needs: { permission: 'listing', action: 'edit' },
  params: copyParams,
  answer: CopyRun,
});
