import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { ProductId } from '../products/products.ts';
import { route } from '../route.ts';
import { RunId } from '../runs.ts';
import { StoreId } from './stores.ts';

/** One field that a store keeps with another value than the one it was sent. */
export const StoredField = z.object({
  /** Path in our product, such as `variants.0.sku`; null where the difference concerns no single field. */
  field: z.nullable(z.string()),
  /** Null where the store's answer does not contain both values; then `said` names what is known. */
  sent: z.nullable(z.string()),
  stored: z.nullable(z.string()),
  said: z.string(),
});
export type StoredField = z.infer<typeof StoredField>;

/** A product that a store keeps hidden, with other values than were sent. */
export const StoredOtherwise = z.object({
  listingId: z.uuid(),
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  storeId: StoreId,
  storeName: z.string(),
  fields: z.array(StoredField),
  at: z.nullable(Instant),
});
export type StoredOtherwise = z.infer<typeof StoredOtherwise>;

/**
 * Returns products that stores keep hidden with other values than were sent, newest first: of one run, of one product,
 * or all.
 */
export const listStoredOtherwise = route({
  method: 'GET',
  path: '/listing/as-stored',
  needs: { permission: 'listing', action: 'query' },
  query: z.object({ ...pageQuery, runId: z.optional(RunId), productId: z.optional(ProductId) }),
  answer: listOf(StoredOtherwise),
});

const selected = {
  /** Single products in single stores, or all of them that a run left. */
  body: z.union([
    z.object({ listingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
    z.object({
      runId: RunId,
      /** The number that was shown; where another number is left by now, the error is `selection.changed`. */
      expected: z.int(),
    }),
  ]),
  answer: z.object({ runId: RunId }),
  status: 202,
} as const;

/**
 * Publishes products with the values that their stores keep, as a run of its own. The person who calls it accepts these
 * values. A product is published only if it is still as it was reported, and if its stored values pass the risk check.
 */
export const publishAsStored = route({
  method: 'POST',
  path: '/listing/as-stored/publish',
  needs: { permission: 'listing', action: 'edit' },
  ...selected,
});

/** Removes such products from their stores instead, as a run of its own. */
export const removeAsStored = route({
  method: 'POST',
  path: '/listing/as-stored/remove',
  needs: { permission: 'listing', action: 'delete' },
  ...selected,
});

/** How many products are listed with values that the store keeps otherwise and that a person accepted. */
export const AcceptedAsStored = z.object({
  count: z.int(),
  /** Who accepted them; null where that person's account is deleted. */
  by: z.nullable(z.string()),
  at: Instant,
});
export type AcceptedAsStored = z.infer<typeof AcceptedAsStored>;
