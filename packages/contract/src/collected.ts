import { Edit } from '@bowerbird/catalog/edit';
import { likenesses } from '@bowerbird/catalog/likeness';
import { Product } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { Cursor, Instant, listOf, pageQuery } from './list.ts';
import { PlatformId } from './platform-id.ts';
import { FilterValue, filterValuesMax, ProductId } from './products.ts';
import { route } from './route.ts';
import { Fault, RunId } from './runs.ts';

export const collectedStates = ['all', 'unclaimed', 'claimed', 'failed'] as const;
export const collectedSorts = ['collected', 'title', 'price'] as const;

/** One thing filtered by, with any of these values; without one: whoever has it at all. */
const Trait = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  values: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(50)),
});
export const CollectedFilter = z.object({
  state: z._default(z.enum(collectedStates), 'all'),
  text: z.optional(z.string().check(z.maxLength(200))),
  platforms: z.optional(z.array(PlatformId).check(z.maxLength(filterValuesMax))),
  sources: z.optional(z.array(FilterValue).check(z.maxLength(filterValuesMax))),
  priceMin: z.optional(z.string().check(z.maxLength(40))),
  priceMax: z.optional(z.string().check(z.maxLength(40))),
  runId: z.optional(RunId),
  duplicatesOnly: z.optional(z.boolean()),
  /** Attributes and choices, by the source's names. */
  attributes: z.optional(z.array(Trait).check(z.maxLength(10))),
  /** What only its platform tells: `type`, `onSale`, `backorder`, `taxClass`; `spu`, `language`. */
  facts: z.optional(z.array(Trait).check(z.maxLength(10))),
});
export type CollectedFilter = z.infer<typeof CollectedFilter>;

export const CollectedRow = z.object({
  id: z.uuid(),
  title: z.string(),
  pictureUrl: z.nullable(z.string()),
  price: z.nullable(z.string()),
  priceMax: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  variantCount: z.int(),
  pictureCount: z.int(),
  platform: z.string(),
  shop: z.string(),
  url: z.string(),
  category: z.nullable(z.string()),
  collectedAt: Instant,
  timesSeen: z.int(),
  productId: z.nullable(ProductId),
  /** What only its platform tells, by the names that `CollectedFilter.facts` filters by. */
  facts: z.record(z.string(), z.string()),
  /** Names of its attributes and choices, the first few. */
  attributes: z.array(z.string()),
  /** Another collected one, or a product made of another, that is like it; a product is by title and first picture. */
  duplicate: z.nullable(
    z.object({
      kind: z.enum(['claimed', 'collected']),
      count: z.int(),
      shop: z.string(),
      reason: z.enum(likenesses),
    }),
  ),
  /** Read last in a merchant's own browser, by the plugin. */
  byPlugin: z.optional(z.literal(true)),
});
export type CollectedRow = z.infer<typeof CollectedRow>;

export const queryCollected = route({
  method: 'POST',
  path: '/collect/results/query',
  needs: { permission: 'collect', action: 'query' },
  body: z.object({
    filter: CollectedFilter,
    sort: z._default(z.enum(collectedSorts), 'collected'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    cursor: z.optional(Cursor),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 60),
  }),
  answer: z.extend(listOf(CollectedRow), {
    counts: z.object({ all: z.int(), unclaimed: z.int(), claimed: z.int(), failed: z.int() }),
    sources: z.array(z.object({ shop: z.string(), platform: z.string(), count: z.int() })),
    duplicateGroups: z.int(),
  }),
});

/** What the box can be filtered by besides: what is there, most first. */
export const listTraits = route({
  method: 'GET',
  path: '/collect/results/traits',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({ platform: z.optional(PlatformId) }),
  answer: z.object({
    facts: z.array(
      z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) }),
    ),
    attributes: z.array(
      z.object({
        name: z.string(),
        count: z.int(),
        values: z.array(z.object({ value: z.string(), count: z.int() })),
      }),
    ),
  }),
});

export const DuplicateGroup = z.object({
  id: z.uuid(),
  /** How they are alike: the least sure of what brought them together. */
  reason: z.enum(likenesses),
  count: z.int(),
  /** The first of them, oldest first. */
  rows: z.array(CollectedRow),
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

/** What is alike in the box, in groups, newest first; without those that a person said are to stay. */
export const listDuplicates = route({
  method: 'GET',
  path: '/collect/duplicates',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({ ...pageQuery, platform: z.optional(PlatformId) }),
  answer: listOf(DuplicateGroup),
});

/** These groups stay as they are: they are shown no more, until another joins them. */
export const keepDuplicates = route({
  method: 'POST',
  path: '/collect/duplicates/keep',
  needs: { permission: 'collect', action: 'edit' },
  body: z.object({ groupIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)) }),
  answer: z.object({ kept: z.int() }),
});

/** What could not be read, newest first. */
export const listFailed = route({
  method: 'GET',
  path: '/collect/failed',
  needs: { permission: 'collect', action: 'query' },
  query: z.object(pageQuery),
  answer: listOf(
    z.object({
      id: z.uuid(),
      runId: RunId,
      platform: z.string(),
      address: z.string(),
      fault: Fault,
      at: Instant,
    }),
  ),
});

export const CollectedDetail = z.object({
  row: CollectedRow,
  product: Product,
  /** The way each field was read: feed, structured data, page. */
  ways: z.record(z.string(), z.string()),
  /** Fields that may be wrong, for shops of no platform we know: as far as their page tells them. */
  unsure: z.array(z.string()),
  /** Of the group that it is alike with; null where it is in none, or its group was said to stay. */
  duplicateGroup: z.nullable(z.uuid()),
  rawHash: z.string(),
  versions: z.array(
    z.object({
      at: Instant,
      runId: z.nullable(RunId),
      changed: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
  duplicates: z.array(CollectedRow),
});
export const getCollected = route({
  method: 'GET',
  path: '/collect/results/:id',
  needs: { permission: 'collect', action: 'get' },
  params: z.object({ id: z.uuid() }),
  answer: CollectedDetail,
});

export const CollectedSelection = z.union([
  z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({ filter: CollectedFilter, except: z.array(z.uuid()).check(z.maxLength(1000)) }),
]);
export type CollectedSelection = z.infer<typeof CollectedSelection>;

/**
 * How many a person was shown before saying yes. A selection by filter must send it: when another number matches by
 * then, the answer is `selection.changed` with the new `count`, and nothing is done. By ids it is not needed.
 */
const expected = z.optional(z.int().check(z.minimum(0)));

/** Applied one after the other on the way in. */
const Edits = z.array(Edit).check(z.maxLength(200));

/**
 * Makes products of ours from collected ones, with edits applied on the way in. Up to 1,000 by id are done at once
 * (`runId` null); a filter starts a run, which takes what matches now and nothing that is collected later. Claiming what
 * is claimed already gives the same product, not a second one.
 */
export const claimCollected = route({
  method: 'POST',
  path: '/collect/results/claim',
  needs: { permission: 'products', action: 'add' },
  body: z.object({ selection: CollectedSelection, expected, edits: z._default(Edits, []) }),
  answer: z.object({
    runId: z.nullable(RunId),
    claimed: z.int(),
    alreadyClaimed: z.int(),
    /** Of those, the ones that were not sound and were repaired; null where a run claims: the products' history tells. */
    repaired: z.nullable(z.int()),
    productIds: z.array(ProductId),
  }),
});

/** What claiming with these edits would make of the first ones chosen; writes nothing. */
export const previewClaim = route({
  method: 'POST',
  path: '/collect/results/claim-preview',
  needs: { permission: 'collect', action: 'query' },
  body: z.object({
    selection: CollectedSelection,
    edits: Edits,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 8),
  }),
  answer: z.object({
    count: z.int(),
    sample: z.array(
      z.object({
        id: z.uuid(),
        title: z.object({ before: z.string(), after: z.string() }),
        pictureUrl: z.nullable(z.string()),
        price: z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) }),
        currency: z.nullable(z.string()),
        /** What is kept as the cost of the variant with the lowest price; null where no cost is kept. */
        cost: z.nullable(z.string()),
        /** Whole percent that the lowest price leaves above its cost; without one, above the source's price. */
        margin: z.nullable(z.int()),
        /** What else the edits change, as words: vendor, tags, categories, state, description. */
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
});

/** Takes claims back: products made by them and untouched since go. */
export const undoClaim = route({
  method: 'POST',
  path: '/collect/results/unclaim',
  needs: { permission: 'products', action: 'delete' },
  body: z.object({ productIds: z.array(ProductId).check(z.minLength(1), z.maxLength(1000)) }),
  answer: z.object({ takenBack: z.int(), kept: z.int() }),
});

/** What of a claim that ran can be taken back: products made by it, untouched since and never listed. */
export const getClaimUndo = route({
  method: 'GET',
  path: '/collect/claims/:id/undo',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: RunId }),
  answer: z.object({ undoable: z.int(), kept: z.int() }),
});

/**
 * Undoes the claims of a run, as far as they can be. `expected` is the number of products that `getClaimUndo` counted; when
 * another number would go by now, the answer is `selection.changed` and nothing is done.
 */
export const undoClaimRun = route({
  method: 'POST',
  path: '/collect/claims/:id/undo',
  needs: { permission: 'products', action: 'delete' },
  params: z.object({ id: RunId }),
  body: z.object({ expected: z.int().check(z.minimum(0)) }),
  answer: z.object({ takenBack: z.int(), kept: z.int() }),
});

/** Removes collected results from the box; products made of them stay. */
export const deleteCollected = route({
  method: 'POST',
  path: '/collect/results/delete',
  needs: { permission: 'collect', action: 'delete' },
  body: z.object({ selection: CollectedSelection, expected }),
  answer: z.object({ deleted: z.int() }),
});
