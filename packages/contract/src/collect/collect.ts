import { variantGapFields } from '@bowerbird/catalog/invariants/variant-gaps';
import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { PlatformId } from '../platform-id.ts';
import { route } from '../route.ts';
import { Fault, Run, RunId } from '../runs.ts';

export const collectScopes = ['product', 'list', 'category', 'shop', 'search'] as const;
export const CollectScope = z.enum(collectScopes);
export type CollectScope = z.infer<typeof CollectScope>;

/** Longest text that can be pasted for one address, in UTF-16 units. */
export const pastedAddressMax = 2000;

/** One sign that an address belongs to a platform. */
export const EvidenceMark = z.object({
  /** Key of the sign: `feed-answers`, `host`, `header`, `markup`, `path`, ... */
  sign: z.string(),
  /** What was found, shortened: a host, a header's name. */
  seen: z.string(),
  score: z.int(),
});
export type EvidenceMark = z.infer<typeof EvidenceMark>;

export const Recognition = z.object({
  /** The address as it will be read: redirects followed, locale kept. */
  address: z.string(),
  candidates: z.array(
    z.object({
      platform: z.string(),
      /** 0 to 100. */
      confidence: z.int(),
      evidence: z.array(EvidenceMark),
      /** What the address refers to by itself. */
      scope: CollectScope,
      /** Number of products that the whole shop announces; null when it cannot be found out cheaply. */
      promised: z.nullable(z.int()),
      sample: z.array(
        z.object({
          title: z.string(),
          imageUrl: z.nullable(z.string()),
          price: z.nullable(z.string()),
          currency: z.nullable(z.string()),
          variants: z.int(),
        }),
      ),
    }),
  ),
  /** Why nothing was recognised; null when something was. */
  fault: z.nullable(Fault),
});
export type Recognition = z.infer<typeof Recognition>;

/**
 * Examines addresses (one to fifty) and returns the platform of each, with the evidence. Results are in the order of
 * the request.
 */
export const recogniseAddresses = route({
  method: 'POST',
  path: '/collect/recognise',
  needs: { permission: 'collect', action: 'query' },
  body: z.object({
    addresses: z
      .array(z.string().check(z.maxLength(pastedAddressMax)))
      .check(z.minLength(1), z.maxLength(50)),
  }),
  answer: z.object({ results: z.array(Recognition) }),
});

/** A node of a source's category tree. */
export interface CategoryNode {
  id: string;
  name: string;
  /**
   * Number of products in it according to the source; null when the source does not say. These counts may be wrong; the
   * products that arrive are counted.
   */
  promised: number | null;
  address: string;
  children: CategoryNode[];
}
export const CategoryNode: z.ZodMiniType<CategoryNode> = z.object({
  id: z.string(),
  name: z.string(),
  promised: z.nullable(z.int()),
  address: z.string(),
  get children() {
    return z.array(CategoryNode);
  },
});
// A recursive schema can only be described under a name.
z.globalRegistry.add(CategoryNode, { id: 'CategoryNode' });

/** Reads a source's category tree and stores it. */
export const readCategories = route({
  method: 'POST',
  path: '/collect/categories',
  needs: { permission: 'collect', action: 'query' },
  body: z.object({ address: z.string().check(z.maxLength(pastedAddressMax)), platform: PlatformId }),
  answer: z.object({ categories: z.array(CategoryNode), readAt: Instant }),
});

/**
 * Returns the sources that this merchant collected from last, newest first, eight at most; only of one platform, where
 * it is named.
 */
export const listRecentSources = route({
  method: 'GET',
  path: '/collect/sources/recent',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({ platform: z.optional(PlatformId) }),
  answer: z.array(
    z.object({
      /** Host of the source. */
      shop: z.string(),
      platform: z.string(),
      /** The address that was collected there last; it can be pasted as it is. */
      address: z.string(),
      at: Instant,
      /** Number of collected products of that source. */
      products: z.int(),
      images: z.array(z.string()),
    }),
  ),
});

export const startCollect = route({
  method: 'POST',
  path: '/collect/runs',
  needs: { permission: 'collect', action: 'add' },
  body: z.object({
    platform: PlatformId,
    scope: CollectScope,
    /** One address for product, shop, search and category; up to 10,000 for a list or several categories. */
    addresses: z
      .array(z.string().check(z.maxLength(pastedAddressMax)))
      .check(z.minLength(1), z.maxLength(10_000)),
    /**
     * With scope `search`: the search text to use in the shops of these addresses, where the addresses are not search
     * pages.
     */
    words: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
    /** Milliseconds between requests; left out: adaptive. */
    paceMs: z.optional(z.int().check(z.minimum(0), z.maximum(60_000))),
    /**
     * Reads stock that the source's lists leave out, with one more request for each product; left out: no. Rejected for
     * platforms without `PlatformInfo.supportsStockRequests`.
     */
    stock: z.optional(z.boolean()),
  }),
  answer: z.object({ runId: RunId }),
  status: 202,
});

export const collectWays = ['feed', 'collections', 'sitemap', 'page'] as const;

/** For how many products the stock was read, and for how many it was not, by reason: an error code, or `not-stated`. */
export const StockReport = z.object({
  reported: z.int(),
  unstated: z.array(z.object({ code: z.string(), count: z.int() })),
});
export type StockReport = z.infer<typeof StockReport>;

/**
 * A field that some variants of a product lack and others have: in how many products, and in how many of their
 * variants.
 */
export const GapCount = z.object({ field: z.enum(variantGapFields), products: z.int(), variants: z.int() });
export type GapCount = z.infer<typeof GapCount>;

/** What the source announced, what arrived, and why anything is missing. */
export const Certificate = z.object({
  runId: RunId,
  platform: z.string(),
  shop: z.string(),
  scope: CollectScope,
  /**
   * The count that the run is measured against: the largest that any way of reading announced; null when the source
   * gives none.
   */
  promised: z.nullable(z.int()),
  promisedBy: z.array(z.object({ way: z.enum(collectWays), count: z.int() })),
  got: z.int(),
  unchanged: z.int(),
  /** At most 1,000 are listed; `skippedCount` is exact. */
  skipped: z.array(z.object({ address: z.string(), code: z.string(), message: z.string() })),
  skippedCount: z.int(),
  /**
   * For how many products a field was not given, or not completely, by the way of reading that was used: a field of a
   * product, or of one of its variants and images (`stock`, `availability`, `weight`, `barcode`, `sku`, ...). Left out
   * by older servers.
   */
  partial: z.optional(z.array(z.object({ field: z.string(), count: z.int() }))),
  /** Fields that some variants of a product lack and others have; left out by older servers. */
  variantGaps: z.optional(z.array(GapCount)),
  /** For how many products the stock was read, if the run requested it; otherwise left out. */
  stock: z.optional(StockReport),
  complete: z.boolean(),
  seconds: z.number(),
});
export type Certificate = z.infer<typeof Certificate>;

/**
 * Fields counted for each product read, to detect a reader that finds less than before. `product`: whether the product
 * could be read at all.
 */
export const watchedFields = [
  'product',
  'title',
  'description',
  'images',
  'price',
  'compareAtPrice',
  'currency',
  'vendor',
  'sku',
  'stock',
  'weight',
  'categories',
  'tags',
  'attributes',
  'options',
] as const;
export type WatchedField = (typeof watchedFields)[number];

/**
 * A field that the reader found before and now finds less often: the share of products in which it was found, 0 to 1.
 */
export const Drift = z.object({ field: z.enum(watchedFields), before: z.number(), now: z.number() });
export type Drift = z.infer<typeof Drift>;

export const CollectRun = z.object({
  run: Run,
  platform: z.string(),
  shop: z.string(),
  scope: CollectScope,
  addresses: z.array(z.string()),
  figures: z.object({
    got: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    variants: z.int(),
    images: z.int(),
    promised: z.nullable(z.int()),
    perSecond: z.nullable(z.number()),
    requests: z.int(),
  }),
  promisedBy: z.array(z.object({ way: z.enum(collectWays), count: z.int() })),
  slices: z.array(
    z.object({
      name: z.string(),
      done: z.int(),
      total: z.nullable(z.int()),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
    }),
  ),
  ways: z.array(
    z.object({
      way: z.enum(collectWays),
      state: z.enum(['waiting', 'running', 'done', 'capped', 'refused']),
      count: z.nullable(z.int()),
    }),
  ),
  skippedByReason: z.array(z.object({ code: z.string(), count: z.int(), first: z.string() })),
  recent: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      imageUrl: z.nullable(z.string()),
      price: z.nullable(z.string()),
      currency: z.nullable(z.string()),
      variants: z.int(),
    }),
  ),
  certificate: z.nullable(Certificate),
  /** Fields that the reader no longer found; empty before the end of the run. Left out by older servers. */
  drift: z.optional(z.array(Drift)),
});
export type CollectRun = z.infer<typeof CollectRun>;

const runParams = z.object({ id: RunId });
export const getCollectRun = route({
  method: 'GET',
  path: '/collect/runs/:id',
  needs: { permission: 'collect', action: 'get' },
  params: runParams,
  answer: CollectRun,
});

/** Collects only what this run skipped. */
export const retrySkipped = route({
  method: 'POST',
  path: '/collect/runs/:id/retry',
  needs: { permission: 'collect', action: 'add' },
  params: runParams,
  answer: z.object({ runId: RunId }),
  status: 202,
});
