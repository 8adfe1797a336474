import { Edit } from '@bowerbird/catalog/edits/edit';
import { Product } from '@bowerbird/catalog/product';
import { similarities } from '@bowerbird/catalog/similar/similarity';
import { z } from 'zod/mini';
import { Cursor, Instant, listOf, pageQuery } from '../list.ts';
import { PlatformId } from '../platform-id.ts';
import { FilterValue, filterValuesMax, ProductId } from '../products/products.ts';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';

export const collectedStates = ['all', 'unclaimed', 'claimed', 'failed'] as const;
export const collectedSorts = ['collected', 'title', 'price'] as const;

/** One filter condition with any of these values; without values, any product that has the trait. */
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
  /** Attributes and options, by the source's names. */
  attributes: z.optional(z.array(Trait).check(z.maxLength(10))),
  /** Facts that only its platform gives: `type`, `onSale`, `backorder`, `taxClass`; `spu`, `language`. */
  facts: z.optional(z.array(Trait).check(z.maxLength(10))),
});
export type CollectedFilter = z.infer<typeof CollectedFilter>;

export const CollectedRow = z.object({
  id: z.uuid(),
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  price: z.nullable(z.string()),
  priceMax: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  variantCount: z.int(),
  imageCount: z.int(),
  platform: z.string(),
  shop: z.string(),
  url: z.string(),
  category: z.nullable(z.string()),
  collectedAt: Instant,
  timesSeen: z.int(),
  productId: z.nullable(ProductId),
  /** Facts that only its platform gives, with the names that `CollectedFilter.facts` filters by. */
  facts: z.record(z.string(), z.string()),
  /** The first few names of its attributes and options. */
  attributes: z.array(z.string()),
  /**
   * A duplicate: another collected product, or a product created from another one. Products are compared by title and
   * first image.
   */
  duplicate: z.nullable(
    z.object({
      kind: z.enum(['claimed', 'collected']),
      count: z.int(),
      shop: z.string(),
      reason: z.enum(similarities),
    }),
  ),
  /** Last read in a merchant's own browser, by the plugin. */
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
    /** Counts all matches to the end, however long that takes. */
    countAll: z.optional(z.boolean()),
  }),
  answer: z.extend(listOf(CollectedRow), {
    counts: z.object({ all: z.int(), unclaimed: z.int(), claimed: z.int(), failed: z.int() }),
    /** True where there may be more of the other states than `counts` says: counting ended there. Failed ones are always counted. */
    countsAreEstimates: z.boolean(),
    sources: z.array(z.object({ shop: z.string(), platform: z.string(), count: z.int() })),
    duplicateGroups: z.int(),
    /** True where there are more groups. */
    duplicateGroupsIsEstimate: z.boolean(),
  }),
});

/** Returns the other traits by which the collected products can be filtered, the most frequent first. */
export const listTraits = route({
  method: 'GET',
  path: '/collect/results/traits',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({ platform: z.optional(PlatformId) }),
  answer: z.object({
    /** The newest products whose traits were counted; null where all were. */
    newest: z.nullable(z.int()),
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
  /** How they match: the least certain of the matches in this group. */
  reason: z.enum(similarities),
  count: z.int(),
  /** The first products of the group, oldest first. */
  rows: z.array(CollectedRow),
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

/**
 * Returns the groups of duplicates among the collected products, newest first, without the groups that a person marked
 * as to be kept.
 */
export const listDuplicates = route({
  method: 'GET',
  path: '/collect/duplicates',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({ ...pageQuery, platform: z.optional(PlatformId) }),
  answer: listOf(DuplicateGroup),
});

/** Keeps these groups as they are: they are no longer shown until another product joins them. */
export const keepDuplicates = route({
  method: 'POST',
  path: '/collect/duplicates/keep',
  needs: { permission: 'collect', action: 'edit' },
  body: z.object({ groupIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)) }),
  answer: z.object({ kept: z.int() }),
});

/** Returns what could not be read, newest first. */
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
  /** How each field was read: feed, structured data, page. */
  ways: z.record(z.string(), z.string()),
  /** Fields that may be wrong: in shops of unknown platforms, they depend on what the page contains. */
  uncertain: z.array(z.string()),
  /**
   * Id of the group of duplicates that contains it; null where it is in no group, or the group was marked as to be
   * kept.
   */
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
 * The number of products that a person was shown before confirming. A selection by filter must send it: when another
 * number matches by then, the error is `selection.changed` with the new `count`, and nothing is done. A selection by
 * ids does not need it.
 */
const expected = z.optional(z.int().check(z.minimum(0)));

/** Edits, applied in order when the products are added. */
const Edits = z.array(Edit).check(z.maxLength(200));

/**
 * Adds collected products to the merchant's products, with edits applied. Up to 1,000 products selected by id are
 * processed at once (`runId` null). A filter starts a run, which takes what matches now and nothing that is collected
 * later. Claiming a product again returns the same product and does not create a second one.
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
    /**
     * How many of these products were invalid and were repaired; null where a run claims (see the products' history).
     */
    repaired: z.nullable(z.int()),
    productIds: z.array(ProductId),
  }),
});

/** Returns what claiming with these edits would make of the first selected products. Changes nothing. */
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
        imageUrl: z.nullable(z.string()),
        price: z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) }),
        currency: z.nullable(z.string()),
        /** The stored cost of the variant with the lowest price; null where no cost is stored. */
        cost: z.nullable(z.string()),
        /** Margin of the lowest price above its cost, in whole percent; without a cost, above the source's price. */
        margin: z.nullable(z.int()),
        /** Other changes by the edits, as text: vendor, tags, categories, status, description. */
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
});

/** Undoes claims: deletes the products that they created and that were not changed since. */
export const undoClaim = route({
  method: 'POST',
  path: '/collect/results/unclaim',
  needs: { permission: 'products', action: 'delete' },
  body: z.object({ productIds: z.array(ProductId).check(z.minLength(1), z.maxLength(1000)) }),
  answer: z.object({ takenBack: z.int(), kept: z.int() }),
});

/** Returns what can be undone of a claim run: products that it created, not changed since and never listed. */
export const getClaimUndo = route({
  method: 'GET',
  path: '/collect/claims/:id/undo',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: RunId }),
  answer: z.object({ undoable: z.int(), kept: z.int() }),
});

/**
 * Undoes the claims of a run as far as possible. `expected` is the number of products that `getClaimUndo` returned;
 * when another number would be deleted by now, the error is `selection.changed` and nothing is done.
 */
export const undoClaimRun = route({
  method: 'POST',
  path: '/collect/claims/:id/undo',
  needs: { permission: 'products', action: 'delete' },
  params: z.object({ id: RunId }),
  body: z.object({ expected: z.int().check(z.minimum(0)) }),
  answer: z.object({ takenBack: z.int(), kept: z.int() }),
});

/** Deletes collected products; products created from them are kept. */
export const deleteCollected = route({
  method: 'POST',
  path: '/collect/results/delete',
  needs: { permission: 'collect', action: 'delete' },
  body: z.object({ selection: CollectedSelection, expected }),
  answer: z.object({ deleted: z.int() }),
});
