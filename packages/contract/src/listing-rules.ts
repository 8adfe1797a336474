import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { TraceEntry } from '@bowerbird/catalog/listing-rules/trace';
import { Product } from '@bowerbird/catalog/product';
import { RiskCode, RiskSettings } from '@bowerbird/catalog/risk/gate';
import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { VariantMargin } from './listing-prices.ts';
import { ProductId, Selection } from './products.ts';
import { route } from './route.ts';
import { StoreId } from './stores.ts';

const rulesParams = z.object({ id: z.uuid() });
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** Rules under a name, and the stores that products go into by them. */
export const StoreRules = z.object({
  id: z.uuid(),
  name: z.string(),
  rules: ListingRules,
  revision: z.int(),
  storeIds: z.array(StoreId),
  updatedAt: Instant,
});
export type StoreRules = z.infer<typeof StoreRules>;

export const listStoreRules = route({
  method: 'GET',
  path: '/listing/rules',
  needs: { permission: 'listing', action: 'query' },
  answer: z.array(StoreRules),
});

/** Keeps rules under a name of their own (`rules.name-taken`). */
export const addStoreRules = route({
  method: 'POST',
  path: '/listing/rules',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({ name, rules: ListingRules }),
  answer: StoreRules,
  status: 201,
});

/** Changes rules for every store that uses them, from the next product on; `rules.changed-meanwhile` where the revision is an old one. */
export const saveStoreRules = route({
  method: 'PUT',
  path: '/listing/rules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: rulesParams,
  body: z.object({ name, rules: ListingRules, revision: z.int() }),
  answer: StoreRules,
});

/** Refused while a store uses them (`rules.in-use`): its prices would go back to the merchant's own unseen. */
export const deleteStoreRules = route({
  method: 'DELETE',
  path: '/listing/rules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: rulesParams,
  answer: z.object({ deleted: z.literal(true) }),
});

/** The rules that products go into a store by; null: as they are. They stay when the store is connected anew. */
export const setStoreRules = route({
  method: 'PUT',
  path: '/listing/stores/:id/rules',
  needs: { permission: 'listing', action: 'edit' },
  params: z.object({ id: StoreId }),
  body: z.object({ rulesId: z.nullable(z.uuid()) }),
  answer: z.object({ storeId: StoreId, rulesId: z.nullable(z.uuid()) }),
});

/** Why a product is stopped before a store. */
export const FoundRisk = z.object({
  code: RiskCode,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  field: z.string(),
});
export type FoundRisk = z.infer<typeof FoundRisk>;

/** One product of a selection before and after rules, with why each value is what it is; nothing is kept. */
export const explainRules = route({
  method: 'POST',
  path: '/listing/rules/explain',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({
    selection: Selection,
    /** Which of them; after the last it begins anew. */
    skip: z._default(z.int().check(z.minimum(0), z.maximum(199)), 0),
    storeId: StoreId,
    /** Null: as they are. */
    rules: z.nullable(ListingRules),
  }),
  answer: z.object({
    productId: ProductId,
    before: Product,
    after: Product,
    trace: z.array(TraceEntry),
    risks: z.array(FoundRisk),
    /** What each variant's price leaves before and after the rules, in the order of `after.variants`. */
    margins: z.array(VariantMargin),
    /** The factor on the cost that all of these products were added with; null where they differ or had none. */
    claimFactor: z.nullable(z.string()),
    /** The store's own currency; null when it does not tell. */
    currency: z.nullable(z.string()),
  }),
});

/**
 * The categories of a selection with how many products are in each, and where they may belong in a store: with `storeId` first what was
 * chosen for that store before, then what was chosen elsewhere, then what is called alike in its own tree.
 */
export const suggestStoreCategories = route({
  method: 'POST',
  path: '/listing/rules/categories',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({ selection: Selection, storeId: z.optional(StoreId) }),
  answer: z.object({
    categories: z.array(
      z.object({
        path: z.array(z.string()),
        count: z.int(),
        suggestions: z.array(z.object({ path: z.array(z.string()), why: z.enum(['memory', 'name']) })),
      }),
    ),
  }),
});

/** The risk check, and since when products without a known cost are listed; null: they are stopped. */
export const RiskSettingsNow = z.extend(RiskSettings, {
  marginUnknown: z.nullable(z.object({ at: Instant, by: z.nullable(z.string()) })),
});
export type RiskSettingsNow = z.infer<typeof RiskSettingsNow>;

export const getRiskSettings = route({
  method: 'GET',
  path: '/listing/risk',
  needs: { permission: 'listing', action: 'query' },
  answer: RiskSettingsNow,
});

/** What stops a product from now on, in every store and every run. */
export const saveRiskSettings = route({
  method: 'PUT',
  path: '/listing/risk',
  needs: { permission: 'listing', action: 'edit' },
  body: RiskSettings,
  answer: RiskSettingsNow,
});

/**
 * Confirms once and for all that products without a known cost are listed, or withdraws it. They are counted in every check
 * all the same.
 */
export const confirmUnknownMargin = route({
  method: 'PUT',
  path: '/listing/risk/unknown-margin',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({ confirmed: z.boolean() }),
  answer: RiskSettingsNow,
});
