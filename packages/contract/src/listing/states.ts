import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { ProductId, Selection } from '../products/products.ts';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { StoreId } from './stores.ts';

/** The state of a product in a store, as shown to the merchant. */
export const placeStates = [
  'waiting',
  'sent',
  'verifying',
  'listed',
  'changed',
  'drift',
  'refused',
  'conflict',
  'gone',
  'delisted',
] as const;
export type PlaceState = (typeof placeStates)[number];

/** What can differ between a store and what we sent; `other` is what we cannot read back (images, categories). */
export const driftKinds = [
  'title',
  'description',
  'price',
  'compareAtPrice',
  'stock',
  'sku',
  'barcode',
  'tags',
  'vendor',
  'productType',
  'status',
  'variants',
  'other',
] as const;
export type DriftKind = (typeof driftKinds)[number];

/** Which value of a field wins: the store's, our product's, or each side keeps its own. */
export const driftSides = ['store', 'ours', 'leave'] as const;
export type DriftSide = (typeof driftSides)[number];

export const ListingPlace = z.object({
  storeId: StoreId,
  /** Identifies its journal; null while it waits for its first turn. */
  listingId: z.nullable(z.uuid()),
  state: z.enum(placeStates),
  fault: z.nullable(Fault),
  field: z.nullable(z.string()),
  at: z.nullable(Instant),
  /** What the store changed. */
  kinds: z.array(z.enum(driftKinds)),
  storeProductId: z.nullable(z.string()),
  storeAddress: z.nullable(z.string()),
});
export type ListingPlace = z.infer<typeof ListingPlace>;

export const ListingStateRow = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  variantCount: z.int(),
  places: z.array(ListingPlace),
});
export type ListingStateRow = z.infer<typeof ListingStateRow>;

const stateFilter = {
  storeId: z.optional(StoreId),
  state: z.optional(z.enum(placeStates)),
  /** A code of `Fault`. */
  reason: z.optional(z.string().check(z.maxLength(80))),
  text: z.optional(z.string().check(z.maxLength(200))),
};

/** Returns products that are in a store or on their way there, newest first, with their state. */
export const listListingStates = route({
  method: 'GET',
  path: '/listing/states',
  needs: { permission: 'listing', action: 'query' },
  query: z.object({ ...pageQuery, ...stateFilter }),
  answer: listOf(ListingStateRow),
});

/** Returns counts by state and by reason, for all of the merchant's products, regardless of filters. */
export const getListingFacets = route({
  method: 'GET',
  path: '/listing/states/facets',
  needs: { permission: 'listing', action: 'query' },
  answer: z.object({
    stores: z.array(
      z.object({
        storeId: StoreId,
        name: z.string(),
        platform: z.string(),
        states: z.array(z.object({ state: z.enum(placeStates), count: z.int() })),
      }),
    ),
    reasons: z.array(
      z.object({
        code: z.string(),
        state: z.enum(placeStates),
        /** Values of one of them, for the message. */
        params: Fault.shape.params,
        count: z.int(),
      }),
    ),
  }),
});
export type ListingFacets = z.infer<(typeof getListingFacets)['answer']>;

/**
 * Lists products with these states again: rejected ones once they are fixed, deleted ones as new products. Each is
 * listed with the options of its last listing there. At most 10,000 at a time.
 */
export const listAgain = route({
  method: 'POST',
  path: '/listing/states/again',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({
    what: z.enum(['refused', 'conflict', 'gone']),
    storeIds: z.optional(z.array(StoreId).check(z.minLength(1), z.maxLength(20))),
    reason: z.optional(z.string().check(z.maxLength(80))),
    productIds: z.optional(z.array(ProductId).check(z.minLength(1), z.maxLength(1000))),
  }),
  answer: z.object({ runIds: z.array(RunId), products: z.int() }),
  status: 202,
});

const changedSelection = {
  selection: Selection,
  storeIds: z.optional(z.array(StoreId).check(z.minLength(1), z.maxLength(100))),
};

/**
 * Returns how many of the selected products were changed since they were listed, by store. A POST, since a filter can
 * be long; it only reads.
 */
export const countChanged = route({
  method: 'POST',
  path: '/listing/states/changed',
  needs: { permission: 'listing', action: 'query' },
  body: z.object(changedSelection),
  answer: z.object({
    products: z.int(),
    /** Number of listings: products times the stores for which each was changed. */
    listings: z.int(),
    stores: z.array(
      z.object({ storeId: StoreId, name: z.string(), platform: z.string(), products: z.int() }),
    ),
  }),
});
export type ChangedCount = z.infer<(typeof countChanged)['answer']>;

/**
 * Updates the selected products in exactly the stores where they were changed since they were listed, each with the
 * options of its last listing there; the price guard applies as in any run. `expected` is the number of listings that
 * was shown: where another number would be updated by now, the error is `selection.changed` and no run starts.
 */
export const updateChanged = route({
  method: 'POST',
  path: '/listing/states/update',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({ ...changedSelection, expected: z.int() }),
  answer: z.object({ runIds: z.array(RunId), products: z.int(), listings: z.int() }),
  status: 202,
});

/**
 * Forgets products that were deleted in a store: they are no longer reported there. When they are listed again later,
 * they count as new.
 */
export const forgetGone = route({
  method: 'POST',
  path: '/listing/states/forget',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({ listingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)) }),
  answer: z.object({ forgotten: z.int() }),
});

/** One field of a product or variant in which a store differs from what we sent. */
export const DriftField = z.object({
  /** Identifies the field in a decision. */
  key: z.string(),
  kind: z.enum(driftKinds),
  /** The variant's option values; null for a field of the product. */
  variant: z.nullable(z.array(z.string())),
  sent: z.unknown(),
  store: z.unknown(),
  /** The value that would be sent now, with the store's rules applied. */
  ours: z.unknown(),
  canPush: z.boolean(),
  /**
   * Whether the store's value can be copied into our product. It cannot where a store rule computes the value, or where
   * the value is not one of our fields.
   */
  canPull: z.boolean(),
  /** Why one of the two is not possible. */
  because: z.nullable(z.enum(['by-rule', 'not-ours', 'not-written', 'unread'])),
});
export type DriftField = z.infer<typeof DriftField>;

export const DriftItem = z.object({
  listingId: z.uuid(),
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  storeId: StoreId,
  storeAddress: z.nullable(z.string()),
  /** The store's own image of the product, as last read; null where the store shows none or was not read since. */
  storeImageUrl: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Deleted in the store: nothing to compare. */
  gone: z.boolean(),
  /** The store was not read since a difference was detected: the differences are known after the next comparison. */
  unread: z.boolean(),
  readAt: z.nullable(Instant),
  fields: z.array(DriftField),
});
export type DriftItem = z.infer<typeof DriftItem>;

export const listDrift = route({
  method: 'GET',
  path: '/listing/drift',
  needs: { permission: 'listing', action: 'query' },
  query: z.object({
    ...pageQuery,
    storeId: z.optional(StoreId),
    kind: z.optional(z.enum([...driftKinds, 'gone'])),
  }),
  answer: listOf(DriftItem),
});

/** Returns how many products drifted in which fields, and the progress of each store's comparison. */
export const getDriftFacets = route({
  method: 'GET',
  path: '/listing/drift/facets',
  needs: { permission: 'listing', action: 'query' },
  answer: z.object({
    products: z.int(),
    gone: z.int(),
    kinds: z.array(z.object({ kind: z.enum(driftKinds), count: z.int() })),
    stores: z.array(
      z.object({
        storeId: StoreId,
        name: z.string(),
        platform: z.string(),
        count: z.int(),
        comparison: z.object({
          state: z.enum(['idle', 'waiting', 'running']),
          done: z.int(),
          total: z.int(),
          endedAt: z.nullable(Instant),
          nextAt: z.nullable(Instant),
          fault: z.nullable(Fault),
        }),
      }),
    ),
  }),
});
export type DriftFacets = z.infer<(typeof getDriftFacets)['answer']>;

/**
 * Requests a comparison of stores now; a comparison that is already running continues. Without stores, all stores are
 * compared.
 */
export const compareStores = route({
  method: 'POST',
  path: '/listing/drift/compare',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({ storeIds: z.optional(z.array(StoreId).check(z.minLength(1), z.maxLength(20))) }),
  answer: z.object({ requested: z.int() }),
});

/**
 * Resolves drift. `ours` overwrites the store's value with ours in a listing run, which leaves fields without a
 * decision as the store has them; `store` copies the store's value into our product; `leave` accepts both until one of
 * them changes. What cannot be resolved in this way is not changed.
 */
export const decideDrift = route({
  method: 'POST',
  path: '/listing/drift/decide',
  needs: { permission: 'listing', action: 'edit' },
  body: z.union([
    z.object({
      decisions: z
        .array(
          z.object({
            listingId: z.uuid(),
            side: z.enum(driftSides),
            keys: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(2000)),
          }),
        )
        .check(z.minLength(1), z.maxLength(200)),
    }),
    /** All drift of one kind, in one store or in all. */
    z.object({
      similar: z.object({
        kind: z.enum(driftKinds),
        storeId: z.nullable(StoreId),
        side: z.enum(driftSides),
        /** Also from now on: resolved in this way after every comparison. */
        asRule: z._default(z.boolean(), false),
      }),
    }),
  ]),
  answer: z.object({
    /** Number of fields that were resolved, and of those that could not be. */
    decided: z.int(),
    impossible: z.int(),
    runIds: z.array(RunId),
    /** The edit set with what was copied into our products, for undo; null where nothing was. */
    editSetId: z.nullable(z.uuid()),
  }),
});

/**
 * Undoes what was copied from stores into our products, except for values that were changed since. They count as drift
 * again.
 */
export const undoPull = route({
  method: 'POST',
  path: '/listing/drift/pulls/:id/undo',
  needs: { permission: 'listing', action: 'edit' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({ restored: z.int(), spared: z.int() }),
});

export const DriftRule = z.object({
  id: z.uuid(),
  kind: z.enum(driftKinds),
  storeId: z.nullable(StoreId),
  storeName: z.nullable(z.string()),
  side: z.enum(driftSides),
  createdAt: Instant,
});
export type DriftRule = z.infer<typeof DriftRule>;

export const listDriftRules = route({
  method: 'GET',
  path: '/listing/drift/rules',
  needs: { permission: 'listing', action: 'query' },
  answer: z.array(DriftRule),
});

export const deleteDriftRule = route({
  method: 'DELETE',
  path: '/listing/drift/rules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({ deleted: z.literal(true) }),
});

/** A store whose listings are updated when followed sources change. */
export const StoreFollowing = z.object({
  storeId: StoreId,
  /** All fields of a product, or only price and inventory. */
  what: z.enum(['all', 'amounts']),
  /** 0: immediately; otherwise changes are collected for this many hours. */
  everyHours: z.int().check(z.minimum(0), z.maximum(168)),
  /** Whether inventory is sent: not every store accepts it for a product that already exists. */
  setsStock: z.boolean(),
  nextAt: z.nullable(Instant),
  lastRunId: z.nullable(RunId),
  fault: z.nullable(Fault),
});
export type StoreFollowing = z.infer<typeof StoreFollowing>;

export const listFollowing = route({
  method: 'GET',
  path: '/listing/following',
  needs: { permission: 'listing', action: 'query' },
  answer: z.array(StoreFollowing),
});

/** Makes these stores follow the sources, or (null) stop following them. */
export const saveFollowing = route({
  method: 'PUT',
  path: '/listing/following',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({
    storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(100)),
    following: z.nullable(
      z.object({
        what: z.enum(['all', 'amounts']),
        everyHours: z.int().check(z.minimum(0), z.maximum(168)),
      }),
    ),
  }),
  answer: z.array(StoreFollowing),
});
