import { RemedyKind } from '@bowerbird/catalog/listing-rules/remedies';
import { RiskCode } from '@bowerbird/catalog/risk/gate';
import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { keptBecause, runActions, undoPiles } from './listing-after.ts';
import { ExpectedListing, StorePrices } from './listing-prices.ts';
import { ProductId, Selection } from './products.ts';
import { browserRoute, route } from './route.ts';
import { Fault, Run, RunId } from './runs.ts';
import { StoreId } from './stores.ts';

export const itemStates = [
  'waiting',
  'intended',
  'sent',
  'unsure',
  'listed',
  'refused',
  'conflict',
  'gone',
  'cancelled',
  /** What was asked was done, by a run that does not list: delisted, shown again, removed, taken back or rightly kept. */
  'done',
] as const;
export const ItemState = z.enum(itemStates);
export type ItemState = z.infer<typeof ItemState>;

/** What becomes of what a person delisted, in a run that begins by itself. */
export const Delisted = z.enum(['leave', 'show']);

/** What to do with the products in the store. */
export const ListingOptions = z.object({
  status: z._default(z.enum(['active', 'draft']), 'active'),
  /** Put it on the store's own sales channel too. */
  publish: z._default(z.boolean(), true),
  /** Make products anew that were deleted in the store; otherwise they are only told as gone. */
  again: z._default(z.boolean(), false),
  /**
   * Of a run that begins by itself: what a person delisted stays so and is told, or is shown again. Left out, a person asks for
   * it now, and everything he asks for is shown. What he removed is made anew by no run that begins by itself.
   */
  delisted: z.exactOptional(Delisted),
  /** Where readers of a store without a till buy; the store's rules say it. */
  buyLink: z.exactOptional(z.string().check(z.maxLength(1000))),
  /** What the gate would stop for these reasons is let through in this run, as far as the merchant's settings allow. */
  released: z.exactOptional(z.array(RiskCode).check(z.maxLength(10))),
  /** What is done in this run to products that a store would refuse or cut. */
  remedies: z.exactOptional(z.array(RemedyKind).check(z.maxLength(20))),
});
export type ListingOptions = z.infer<typeof ListingOptions>;

const listingAsk = {
  storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(20)),
  selection: Selection,
};

/** What would go straight through, and what each store would refuse, cut or drop; nothing is sent. */
export const checkListing = route({
  method: 'POST',
  path: '/listing/check',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({
    ...listingAsk,
    released: z._default(z.array(RiskCode).check(z.maxLength(10)), []),
    remedies: z._default(z.array(RemedyKind).check(z.maxLength(20)), []),
  }),
  answer: z.object({
    products: z.int(),
    /** Products that fit at least one of the stores: what a run would list. */
    fitsAny: z.int(),
    /** Products that at least one of the stores does not get: stopped by our own checks, or surely rejected by the store. */
    heldBack: z.int(),
    /** Why products do not go in as they are, by cause over all stores. */
    causes: z.array(
      z.object({
        /** Stopped by our own checks; surely rejected by the store; shortened or changed; dropped. */
        kind: z.enum(['stopped', 'refused', 'cut', 'lost']),
        code: z.string(),
        /** Of the first product. */
        params: z.record(z.string(), z.union([z.string(), z.number()])),
        /** Products, each counted once. */
        products: z.int(),
        /** How many products in each store it concerns. */
        stores: z.array(z.object({ storeId: StoreId, count: z.int() })),
        /** The first hundred of the products. */
        productIds: z.array(ProductId),
        /** What would fix it; null where only the merchant can. */
        remedy: z.nullable(RemedyKind),
        /** Fixed for this run: these products go in. */
        mended: z.boolean(),
        /** Stopped by our own checks, and let through for this run. */
        released: z.boolean(),
      }),
    ),
    /** Stands for what was checked: given along when the run is started, nothing else is listed. */
    mark: z.string(),
    stores: z.array(
      z.object({
        storeId: StoreId,
        fits: z.int(),
        /** Products that our own checks stop here; what is left of those that do not fit the store would reject. */
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
            /** What would mend it; null where only the merchant can. */
            remedy: z.nullable(RemedyKind),
            /** Mended for this run: these products go through. */
            mended: z.boolean(),
          }),
        ),
        /** What the gate found, by reason; a product that it stops is not among those that fit. */
        risks: z.array(
          z.object({
            code: RiskCode,
            /** Of the first of them. */
            params: z.record(z.string(), z.union([z.string(), z.number()])),
            count: z.int(),
            productIds: z.array(ProductId),
            /** Let through for this run. */
            released: z.boolean(),
          }),
        ),
        /** At what prices the products that fit would go in. */
        prices: StorePrices,
        /** Seconds at the store's limit, and the limit that binds. */
        forecastSeconds: z.number(),
        boundBy: z.string(),
      }),
    ),
  }),
});

/**
 * Starts a run. With `expected` it is rejected when anything that its prices come from is not as it was checked
 * (`selection.changed`, `listing.changed-since-check`); without it the risk check alone decides what goes in, as it stands when each
 * product is sent.
 */
export const startListing = route({
  method: 'POST',
  path: '/listing/runs',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({
    ...listingAsk,
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
  unsure: z.int(),
  listed: z.int(),
  refused: z.int(),
  conflict: z.int(),
  gone: z.int(),
  cancelled: z.int(),
  done: z.int(),
});

export const ListingLane = z.object({
  storeId: StoreId,
  storeName: z.string(),
  platform: z.string(),
  state: z.string(),
  total: z.int(),
  counts,
  perSecond: z.nullable(z.number()),
  /** Share of what the store allows that is in use, 0 to 100. */
  limitUsed: z.nullable(z.int()),
  secondsLeft: z.nullable(z.number()),
  fault: z.nullable(Fault),
});
export type ListingLane = z.infer<typeof ListingLane>;

/** Ledger and store agree, or in what they do not. */
export const ListingCertificate = z.object({
  listed: z.int(),
  refused: z.int(),
  open: z.int(),
  twins: z.int(),
  missing: z.int(),
  orphans: z.int(),
  /** Parts of products that the store rejected: they stand there hidden, and can be removed. */
  unfinished: z.int(),
  changed: z.int(),
  picturesFailed: z.int(),
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
  /** Products of the run, each counted once; `counts` are of products in stores. */
  products: z.int(),
  counts,
  lanes: z.array(ListingLane),
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
  pictureUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  places: z.array(
    z.object({
      /** Names its journal; null while nothing was written down. */
      listingId: z.nullable(z.uuid()),
      storeId: StoreId,
      state: ItemState,
      at: z.nullable(Instant),
      fault: z.nullable(Fault),
      field: z.nullable(z.string()),
      /** The store's own words of a rejection. */
      said: z.optional(z.string()),
      storeProductId: z.nullable(z.string()),
      storeAddress: z.nullable(z.string()),
      /** What became of it in a run that takes another back, and why. */
      pile: z.nullable(z.enum(undoPiles)),
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
  /** `cause` leaves only products that were rejected for it, as `listRejectionReasons` names it. */
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
        'doubt',
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

/** The journal of one product in one store: what was written down, sent, answered, asked and decided. */
export const getListingJournal = route({
  method: 'GET',
  path: '/listing/items/:id/journal',
  needs: { permission: 'listing', action: 'get' },
  params: z.object({ id: z.uuid() }),
  answer: ListingJournal,
});

/** Lists again only what was refused or left open in this run. */
export const retryListing = route({
  method: 'POST',
  path: '/listing/runs/:id/retry',
  needs: { permission: 'listing', action: 'add' },
  params: runParams,
  answer: z.object({ runId: RunId }),
  status: 202,
});

/** The run's results as CSV: product, store, state, reason, store's id. */
export const downloadListingResults = browserRoute({
  method: 'GET',
  path: '/listing/runs/:id/results.csv',
  needs: { permission: 'listing', action: 'get' },
  params: runParams,
  streams: 'file',
});
