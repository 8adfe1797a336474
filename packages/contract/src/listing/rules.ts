import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { TraceEntry } from '@bowerbird/catalog/listing-rules/trace';
import { Product } from '@bowerbird/catalog/product';
import { RiskSettings } from '@bowerbird/catalog/risk/gate';
import { RiskCode } from '@bowerbird/catalog/risk/risks';
import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { ProductId, Selection } from '../products/products.ts';
import { route } from '../route.ts';
import { VariantMargin } from './prices.ts';
import { StoreId } from './stores.ts';

const rulesParams = z.object({ id: z.uuid() });
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** Named rules, and the stores that use them. */
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

/** Saves rules under a new name (`rules.name-taken`). */
export const addStoreRules = route({
  method: 'POST',
  path: '/listing/rules',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({ name, rules: ListingRules }),
  answer: StoreRules,
  status: 201,
});

/**
 * Changes rules for every store that uses them, starting with the next product. Fails with `rules.changed-meanwhile`
 * for an outdated revision.
 */
export const saveStoreRules = route({
  method: 'PUT',
  path: '/listing/rules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: rulesParams,
  body: z.object({ name, rules: ListingRules, revision: z.int() }),
  answer: StoreRules,
});

/**
 * Deletes rules. Fails with `rules.in-use` while a store uses them, because its prices would silently return to the
 * merchant's own.
 */
export const deleteStoreRules = route({
  method: 'DELETE',
  path: '/listing/rules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: rulesParams,
  answer: z.object({ deleted: z.literal(true) }),
});

/**
 * Sets the rules of a store; null: products are listed as they are. The rules are kept when the store is connected
 * again.
 */
export const setStoreRules = route({
  method: 'PUT',
  path: '/listing/stores/:id/rules',
  needs: { permission: 'listing', action: 'edit' },
  params: z.object({ id: StoreId }),
  body: z.object({ rulesId: z.nullable(z.uuid()) }),
  answer: z.object({ storeId: StoreId, rulesId: z.nullable(z.uuid()) }),
});

/** Why a product is stopped before it is sent to a store. */
export const FoundRisk = z.object({
  code: RiskCode,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  field: z.string(),
});
export type FoundRisk = z.infer<typeof FoundRisk>;

/** Returns one product of a selection before and after the rules, with the reason for each value. Nothing is saved. */
export const explainRules = route({
  method: 'POST',
  path: '/listing/rules/explain',
  needs: { permission: 'listing', action: 'query' },
  body: z.object({
    selection: Selection,
    /** Index of the product; after the last one it starts again with the first. */
    skip: z._default(z.int().check(z.minimum(0), z.maximum(199)), 0),
    storeId: StoreId,
    /** Null: products are listed as they are. */
    rules: z.nullable(ListingRules),
  }),
  answer: z.object({
    productId: ProductId,
    before: Product,
    after: Product,
    trace: z.array(TraceEntry),
    risks: z.array(FoundRisk),
    /** Each variant's margin before and after the rules, in the order of `after.variants`. */
    margins: z.array(VariantMargin),
    /** The factor on the cost with which all of these products were added; null where it differs or there was none. */
    claimFactor: z.nullable(z.string()),
    /** The store's own currency; null when the store does not give it. */
    currency: z.nullable(z.string()),
  }),
});

/**
 * Returns the categories of a selection, with the number of products in each, and suggested categories in a store. With
 * `storeId`, first those chosen for that store before, then those chosen elsewhere, then those with similar names in
 * the store's own tree.
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

/** Sets what stops a product from now on, in every store and every run. */
export const saveRiskSettings = route({
  method: 'PUT',
  path: '/listing/risk',
  needs: { permission: 'listing', action: 'edit' },
  body: RiskSettings,
  answer: RiskSettingsNow,
});

/**
 * Permanently confirms that products without a known cost are listed, or withdraws that. Every check counts them
 * anyway.
 */
export const confirmUnknownMargin = route({
  method: 'PUT',
  path: '/listing/risk/unknown-margin',
  needs: { permission: 'listing', action: 'edit' },
  body: z.object({ confirmed: z.boolean() }),
  answer: RiskSettingsNow,
});
