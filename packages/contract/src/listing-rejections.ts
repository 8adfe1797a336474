import { z } from 'zod/mini';
import { ListingRun } from './listing.ts';
import { ProductId } from './products.ts';
import { route } from './route.ts';
import { RunId } from './runs.ts';
import { StoreId } from './stores.ts';

/** What a person can do at once about products that were rejected for one cause, besides editing them. */
export const rejectionRemedies = ['upload-images', 'reconnect'] as const;
export type RejectionRemedy = (typeof rejectionRemedies)[number];

/** The products of a run that were rejected for one cause, in whichever of its stores. */
export const RejectionReason = z.object({
  /** Names the cause, for `listListingItems`. */
  cause: z.string(),
  code: z.string(),
  /** Of the first product, for the sentence. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The kind of field it concerns, such as `variants.price`; null when it concerns the whole product. */
  field: z.nullable(z.string()),
  /** The store rejected them; false where our own checks stopped them before anything was sent. */
  byStore: z.boolean(),
  /** Products, each counted once. */
  products: z.int(),
  /** Products by stores: a product that two stores rejected counts twice. */
  listings: z.int(),
  storeIds: z.array(StoreId),
  /** The store's own words on the first product; null where it said nothing. */
  said: z.nullable(z.string()),
  remedy: z.nullable(z.enum(rejectionRemedies)),
  /** The first few products. */
  samples: z.array(z.object({ productId: ProductId, title: z.string(), pictureUrl: z.nullable(z.string()) })),
});
export type RejectionReason = z.infer<typeof RejectionReason>;

/** Why products of a run were rejected, the reason that concerns most first. */
export const listRejectionReasons = route({
  method: 'GET',
  path: '/listing/runs/:id/reasons',
  needs: { permission: 'listing', action: 'get' },
  params: z.object({ id: RunId }),
  answer: z.object({ reasons: z.array(RejectionReason) }),
});

const storeJobParams = z.object({ id: RunId, storeId: StoreId });

/** Lets a store job go on that paused because its store rejected product after product; it pauses for that cause no more. */
export const continueStoreJob = route({
  method: 'POST',
  path: '/listing/runs/:id/stores/:storeId/continue',
  needs: { permission: 'runs', action: 'edit' },
  params: storeJobParams,
  answer: ListingRun,
});

/** Ends a store job that paused so: what waits for this store is cancelled, and what was listed is verified. */
export const cancelStoreJob = route({
  method: 'POST',
  path: '/listing/runs/:id/stores/:storeId/cancel',
  needs: { permission: 'runs', action: 'edit' },
  params: storeJobParams,
  answer: ListingRun,
});
