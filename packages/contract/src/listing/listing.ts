import { RemedyKind } from '@bowerbird/catalog/listing-rules/remedies';
import { RiskCode } from '@bowerbird/catalog/risk/risks';
import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { ProductId, Selection } from '../products/products.ts';
import { browserRoute, route } from '../route.ts';
import { Fault, Run, RunId } from '../runs.ts';
import { keptBecause, runActions, undoGroups } from './after.ts';
import { AcceptedAsStored } from './as-stored.ts';
import { ExpectedListing, StorePrices } from './prices.ts';
import { StoreId } from './stores.ts';

export const itemStates = [
  'waiting',
  'intended',
  'sent',
  'verifying',
  'listed',
  'refused',
  'conflict',
  'gone',
  'cancelled',
  /** The action was done by a run that does not list: delisted, shown again, removed, undone or rightly kept. */
  'done',
] as const;
export const ItemState = z.enum(itemStates);
export type ItemState = z.infer<typeof ItemState>;

/** How a run that starts automatically handles products that a person delisted. */
export const Delisted = z.enum(['leave', 'show']);

/** What to do with the products in the store. */
export const ListingOptions = z.object({
  status: z._default(z.enum(['active', 'draft']), 'active'),
  /** Also publish to the store's own sales channel. */
  publish: z._default(z.boolean(), true),
  /** Create products again that were deleted in the store; otherwise they are only reported as deleted. */
  again: z._default(z.boolean(), false),
  /**
   * For a run that starts automatically: whether products that a person delisted stay delisted and are reported, or are
   * shown again. Left out: a person starts the run now, and all selected products are shown. A run that starts
   * automatically never creates a product again that a person removed.
   */
  delisted: z.exactOptional(Delisted),
  /** Where readers of a store without a checkout can buy; set by the store's rules. */
  buyLink: z.exactOptional(z.string().check(z.maxLength(1000))),
  /** Risks that are released in this run, as far as the merchant's settings allow. */
  released: z.exactOptional(z.array(RiskCode).check(z.maxLength(10))),
  /** Fixes applied in this run to products that a store would refuse or truncate. */
  remedies: z.exactOptional(z.array(RemedyKind).check(z.maxLength(20))),
});
export type ListingOptions = z.infer<typeof ListingOptions>;

const listingRequest = {
  storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(20)),
  selection: Selection,
};

/**
 * Returns what would be listed without problems, and what each store would refuse, truncate or drop. Nothing is sent.
 */
export const checkListing = route({
  method: 'POST',
  path: '/listing/check',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({
    ...listingRequest,
    released: z._default(z.array(RiskCode).check(z.maxLength(10)), []),
    remedies: z._default(z.array(RemedyKind).check(z.maxLength(20)), []),
  }),
  answer: z.object({
    products: z.int(),
    /** Products that fit at least one of the stores: what a run would list. */
    fitsAny: z.int(),
    /**
     * Products that at least one of the stores does not get: stopped by our own checks, or certain to be rejected by
     * the store.
     */
    heldBack: z.int(),
    /** Why products are not listed as they are, by cause over all stores. */
    causes: z.array(
      z.object({
        /** Stopped by our own checks; certain to be rejected by the store; shortened or changed; dropped. */
        kind: z.enum(['stopped', 'refused', 'cut', 'lost']),
        code: z.string(),
        /** Values of the first product. */
        params: z.record(z.string(), z.union([z.string(), z.number()])),
        /** Number of products, each counted once. */
        products: z.int(),
        /** Number of products concerned in each store. */
        stores: z.array(z.object({ storeId: StoreId, count: z.int() })),
        /** The first hundred of the products. */
        productIds: z.array(ProductId),
        /** The fix for it; null where only the merchant can fix it. */
        remedy: z.nullable(RemedyKind),
        /** Fixed for this run: these products are listed. */
        repaired: z.boolean(),
        /** Stopped by our own checks, and released for this run. */
        released: z.boolean(),
      }),
    ),
    /** Identifies what was checked. When it is sent along as the run is started, only exactly that is listed. */
    mark: z.string(),
    stores: z.array(
      z.object({
        storeId: StoreId,
        fits: z.int(),
        /** Products that our own checks stop here; the store would reject the rest of those that do not fit. */
        stopped: z.int(),
        creates: z.int(),
        updates: z.int(),
        problems: z.array(
          z.object({
            kind: z.enum(['refused', 'cut', 'lost']),
            code: z.string(),
            params: z.record(z.string(), z.union([z.string(), z.number()])),
            count: z.int(),
            productIds: z.array(ProductId),
            /** The fix for it; null where only the merchant can fix it. */
            remedy: z.nullable(RemedyKind),
            /** Fixed for this run: these products are listed. */
            repaired: z.boolean(),
          }),
        ),
        /** What the risk check found, by reason; a product that it stops is not counted as one that fits. */
        risks: z.array(
          z.object({
            code: RiskCode,
            /** Values of the first of them. */
            params: z.record(z.string(), z.union([z.string(), z.number()])),
            count: z.int(),
            productIds: z.array(ProductId),
            /** Released for this run. */
            released: z.boolean(),
          }),
        ),
        /** The prices at which the products that fit would be listed. */
        prices: StorePrices,
        /** Estimated duration in seconds at the store's limit, and the limit that determines it. */
        forecastSeconds: z.number(),
        boundBy: z.string(),
      }),
    ),
  }),
});

/**
 * Starts a run. With `expected`, it is rejected when anything that determines its prices differs from the check
 * (`selection.changed`, `listing.changed-since-check`). Without `expected`, only the risk check decides what is listed,
 * with its settings at the time when each product is sent.
 */
export const startListing = route({
  method: 'POST',
  path: '/listing/runs',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({
    ...listingRequest,
    options: z._default(ListingOptions, { status: 'active', publish: true, again: false }),
    dryRun: z._default(z.boolean(), false),
    expected: z.exactOptional(ExpectedListing),
  }),
  answer: z.object({ runId: RunId }),
  status: 202,
});

const counts = z.object({
  waiting: z.int(),
  intended: z.int(),
  sent: z.int(),
  verifying: z.int(),
  listed: z.int(),
  refused: z.int(),
  conflict: z.int(),
  gone: z.int(),
  cancelled: z.int(),
  done: z.int(),
});

export const ListingStoreJob = z.object({
  storeId: StoreId,
  storeName: z.string(),
  platform: z.string(),
  state: z.string(),
  total: z.int(),
  counts,
  perSecond: z.nullable(z.number()),
  /** Share of the store's limit that is in use, 0 to 100. */
  limitUsed: z.nullable(z.int()),
  secondsLeft: z.nullable(z.number()),
  fault: z.nullable(Fault),
});
export type ListingStoreJob = z.infer<typeof ListingStoreJob>;

/** Whether ledger and store agree, and where they differ. */
export const ListingCertificate = z.object({
  listed: z.int(),
  refused: z.int(),
  open: z.int(),
  duplicates: z.int(),
  missing: z.int(),
  orphans: z.int(),
  /** Partial products that the store rejected: they are hidden in the store, and can be removed. */
  unfinished: z.int(),
  changed: z.int(),
  imagesFailed: z.int(),
  /** Listed with values that the store keeps otherwise, as people accepted them; left out where there are none. */
  accepted: z.optional(z.array(AcceptedAsStored)),
  agrees: z.boolean(),
  guarantee: z.string(),
  at: Instant,
});

export type ListingCertificate = z.infer<typeof ListingCertificate>;

export const ListingRun = z.object({
  run: Run,
  action: z.enum(runActions),
  dryRun: z.boolean(),
  options: ListingOptions,
  /** Number of products of the run, each counted once; `counts` are of products in stores. */
  products: z.int(),
  counts,
  storeJobs: z.array(ListingStoreJob),
  certificate: z.nullable(ListingCertificate),
});
export type ListingRun = z.infer<typeof ListingRun>;

const runParams = z.object({ id: RunId });
export const getListingRun = route({
  method: 'GET',
  path: '/listing/runs/:id',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  answer: ListingRun,
});

/** One product of a run with its state in each store. */
export const ListingItem = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  places: z.array(
    z.object({
      /** Identifies its journal; null while nothing was recorded. */
      listingId: z.nullable(z.uuid()),
      storeId: StoreId,
      state: ItemState,
      at: z.nullable(Instant),
      fault: z.nullable(Fault),
      field: z.nullable(z.string()),
      /** The store's own message for a rejection. */
      said: z.optional(z.string()),
      storeProductId: z.nullable(z.string()),
      storeAddress: z.nullable(z.string()),
      /** What happened to it in a run that undoes another, and why. */
      undoGroup: z.nullable(z.enum(undoGroups)),
      reason: z.nullable(z.enum(keptBecause)),
    }),
  ),
});
export type ListingItem = z.infer<typeof ListingItem>;

export const listListingItems = route({
  method: 'GET',
  path: '/listing/runs/:id/items',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  /** `cause` selects only products that were rejected for it, as returned by `listRejectionReasons`. */
  query: z.object({
    ...pageQuery,
    state: z.optional(ItemState),
    cause: z.optional(z.string().check(z.maxLength(2000))),
  }),
  answer: listOf(ListingItem),
});

export const ListingJournal = z.object({
  key: z.string(),
  state: ItemState,
  storeProductId: z.nullable(z.string()),
  entries: z.array(
    z.object({
      at: Instant,
      what: z.enum([
        'intended',
        'never-sent',
        'applied',
        'refused',
        'absent',
        'unknown',
        'looked',
        'adopted',
        'checked',
      ]),
      kind: z.string(),
      detail: z.string(),
      fault: z.nullable(Fault),
    }),
  ),
});
export type ListingJournal = z.infer<typeof ListingJournal>;

/** Returns the journal of one product in one store: what was recorded, sent, received, looked up and decided. */
export const getListingJournal = route({
  method: 'GET',
  path: '/listing/items/:id/journal',
  needs: { permission: 'listing', action: 'get' },
  params: z.object({ id: z.uuid() }),
  answer: ListingJournal,
});

/** Lists again only what was rejected or left unresolved in this run. */
export const retryListing = route({
  method: 'POST',
  path: '/listing/runs/:id/retry',
  needs: { permission: 'listing', action: 'add' },
  params: runParams,
  answer: z.object({ runId: RunId }),
  status: 202,
});

/** Downloads the run's results as CSV: product, store, state, reason, store's id. */
export const downloadListingResults = browserRoute({
  method: 'GET',
  path: '/listing/runs/:id/results.csv',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  streams: 'file',
});
