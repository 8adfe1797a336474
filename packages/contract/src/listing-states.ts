import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { ProductId, Selection } from './products.ts';
import { route } from './route.ts';
import { Fault, RunId } from './runs.ts';
import { StoreId } from './stores.ts';

/** How a product stands in a store, as it is shown. */
export const placeStates = [
  'waiting',
  'sent',
  'unsure',
  'listed',
  'changed',
  'drift',
  'refused',
  'conflict',
  'gone',
  'delisted',
] as const;
export type PlaceState = (typeof placeStates)[number];

/** What a store can hold otherwise than it was sent; `other` is what we cannot read back (pictures, categories). */
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

/** Who is right about a field: the store, our product, or the store in the store and ours with us. */
export const driftSides = ['store', 'ours', 'leave'] as const;
export type DriftSide = (typeof driftSides)[number];

export const ListingPlace = z.object({
  storeId: StoreId,
  /** Names its journal; null while it waits for its first turn. */
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
  pictureUrl: z.nullable(z.string()),
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

/** Products that stand in a store or are on their way there, newest first, with where they stand. */
export const listListingStates = route({
  method: 'GET',
  path: '/listing/states',
  needs: { permission: 'listing', action: 'query' },
  query: z.object({ ...pageQuery, ...stateFilter }),
  answer: listOf(ListingStateRow),
});

/** How many stand how, and for what reasons; the whole merchant's, whatever is filtered. */
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
        /** Of one of them, so that its sentence can be told. */
        params: Fault.shape.params,
        count: z.int(),
      }),
    ),
  }),
});
export type ListingFacets = z.infer<(typeof getListingFacets)['answer']>;

/**
 * Lists products again where they stand so: refused ones once they are mended, those that are gone as new ones. Each as
 * it was listed there before. At most 10,000 at a time.
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

/** How many of the selected products were changed since they were listed, by store. A POST, since a filter can be long; it reads only. */
export const countChanged = route({
  method: 'POST',
  path: '/listing/states/changed',
  needs: { permission: 'listing', action: 'query' },
  body: z.object(changedSelection),
  answer: z.object({
    products: z.int(),
    /** Products times the stores that each was changed for. */
    listings: z.int(),
    stores: z.array(
      z.object({ storeId: StoreId, name: z.string(), platform: z.string(), products: z.int() }),
    ),
  }),
});
export type ChangedCount = z.infer<(typeof countChanged)['answer']>;

/**
 * Updates the selected products in exactly the stores where they were changed since they were listed, each as it was listed there
 * before; the price guard stops what it would stop in any run. `expected` is the number of listings that was shown: where another
 * number would be updated by now, the error is `selection.changed` and nothing begins.
 */
export const updateChanged = route({
  method: 'POST',
  path: '/listing/states/update',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({ ...changedSelection, expected: z.int() }),
  answer: z.object({ runIds: z.array(RunId), products: z.int(), listings: z.int() }),
  status: 202,
});

/** Forgets products that were deleted in a store: they are told there no more. Listed again one day, they are new. */
export const forgetGone = route({
  method: 'POST',
  path: '/listing/states/forget',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({ listingIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)) }),
  answer: z.object({ forgotten: z.int() }),
});

/** One field or cell of a product that a store holds otherwise than it was sent. */
export const DriftField = z.object({
  /** Names it in a decision. */
  key: z.string(),
  kind: z.enum(driftKinds),
  /** The variant's option values; null for a field of the product. */
  variant: z.nullable(z.array(z.string())),
  sent: z.unknown(),
  store: z.unknown(),
  /** As it would be sent now, by the store's rules. */
  ours: z.unknown(),
  canPush: z.boolean(),
  /** It can be taken into our product: not where a rule of the store makes the value, and not what is no field of ours. */
  canPull: z.boolean(),
  /** Why one of the two cannot be. */
  because: z.nullable(z.enum(['by-rule', 'not-ours', 'not-written', 'unread'])),
});
export type DriftField = z.infer<typeof DriftField>;

export const DriftItem = z.object({
  listingId: z.uuid(),
  productId: ProductId,
  title: z.string(),
  pictureUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  storeId: StoreId,
  storeAddress: z.nullable(z.string()),
  /** The store's own image of it, as it was read last; null where the store shows none or was not read since. */
  storeImageUrl: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Deleted in the store: nothing to compare. */
  gone: z.boolean(),
  /** The store was not read since it was seen to differ: what differs is told after the next comparison. */
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

/** How many products drifted in what, and how far the comparing of each store is. */
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

/** Asks for stores to be compared now; one that is being compared goes on. Without stores it is all of them. */
export const compareStores = route({
  method: 'POST',
  path: '/listing/drift/compare',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({ storeIds: z.optional(z.array(StoreId).check(z.minLength(1), z.maxLength(20))) }),
  answer: z.object({ asked: z.int() }),
});

/**
 * Decides drift. `ours` writes our value over the store's by a listing run, which leaves fields that nobody decided as the store has
 * them; `store` takes the store's value into our product; `leave` is content with both until one of them changes.
 * Of what cannot be decided so, nothing is done.
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
    /** Everything of a kind, in one store or in all. */
    z.object({
      alike: z.object({
        kind: z.enum(driftKinds),
        storeId: z.nullable(StoreId),
        side: z.enum(driftSides),
        /** And from now on: decided so after every comparison. */
        asRule: z._default(z.boolean(), false),
      }),
    }),
  ]),
  answer: z.object({
    /** Fields that were decided, and those that could not be. */
    decided: z.int(),
    impossible: z.int(),
    runIds: z.array(RunId),
    /** What pulling wrote into our products, to be taken back; null where nothing was. */
    editSetId: z.nullable(z.uuid()),
  }),
});

/** Takes back what pulling wrote, as far as nobody changed it since. It is drift again. */
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

/** A store that is listed to again when followed sources change. */
export const StoreFollowing = z.object({
  storeId: StoreId,
  /** Everything of a product, or prices and stock alone. */
  what: z.enum(['all', 'amounts']),
  /** 0: at once; else gathered for so many hours. */
  everyHours: z.int().check(z.minimum(0), z.maximum(168)),
  /** Pieces go along: not every store takes them with a product that is there already. */
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

/** Lets these stores follow the sources, or (null) no longer. */
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
