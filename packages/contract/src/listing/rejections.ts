import { z } from 'zod/mini';
import { ProductId } from '../products/products.ts';
import { route } from '../route.ts';
import { RunId } from '../runs.ts';
import { ListingRun } from './listing.ts';
import { StoreId } from './stores.ts';

/** What a person can do immediately about products that were rejected for one cause, other than editing them. */
export const rejectionRemedies = ['upload-images', 'reconnect'] as const;
export type RejectionRemedy = (typeof rejectionRemedies)[number];

/** The products of a run that were rejected for one cause, in any of its stores. */
export const RejectionReason = z.object({
  /** Identifies the cause for `listListingItems`. */
  cause: z.string(),
  code: z.string(),
  /** Values of the first product, for the message. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The kind of field concerned, such as `variants.price`; null when the cause concerns the whole product. */
  field: z.nullable(z.string()),
  /** True where the store rejected them; false where our own checks stopped them before anything was sent. */
  byStore: z.boolean(),
  /** Number of products, each counted once. */
  products: z.int(),
  /** Number of products by stores: a product that two stores rejected counts twice. */
  listings: z.int(),
  storeIds: z.array(StoreId),
  /** The store's own message for the first product; null where it gave none. */
  said: z.nullable(z.string()),
  remedy: z.nullable(z.enum(rejectionRemedies)),
  /** The first few products. */
  samples: z.array(z.object({ productId: ProductId, title: z.string(), imageUrl: z.nullable(z.string()) })),
});
export type RejectionReason = z.infer<typeof RejectionReason>;

/** Returns why products of a run were rejected, the most frequent reason first. */
export const listRejectionReasons = route({
  method: 'GET',
  path: '/listing/runs/:id/reasons',
  needs: { permission: 'listing', action: 'get' },
  params: z.object({ id: RunId }),
  answer: z.object({ reasons: z.array(RejectionReason) }),
});

const storeJobParams = z.object({ id: RunId, storeId: StoreId });

/**
 * Resumes a store job that paused because its store rejected one product after another. The job does not pause for that
 * cause again.
 */
export const continueStoreJob = route({
  method: 'POST',
  path: '/listing/runs/:id/stores/:storeId/continue',
  needs: { permission: 'runs', action: 'edit' },
  params: storeJobParams,
  answer: ListingRun,
});

/**
 * Ends a store job that paused for that cause: waiting products of this store are cancelled, and listed ones are
 * verified.
 */
export const cancelStoreJob = route({
  method: 'POST',
  path: '/listing/runs/:id/stores/:storeId/cancel',
  needs: { permission: 'runs', action: 'edit' },
  params: storeJobParams,
  answer: ListingRun,
});
