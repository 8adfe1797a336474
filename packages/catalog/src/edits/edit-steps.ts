import { z } from 'zod/mini';
import { holdsForProduct, ProductCondition } from '../conditions/product-condition.ts';
import { holdsForVariant, VariantCondition } from '../conditions/variant-condition.ts';
import { checkProduct } from '../invariants/invariants.ts';
import type { ListingRules } from '../listing-rules/rules.ts';
import { isSame } from '../merge/same.ts';
import { editInStore } from '../own-values/edit-in-store.ts';
import { inStore } from '../own-values/in-store.ts';
import type { Product, Variant } from '../product.ts';
import { applyInScope, Edit, isPerVariant, scopeOf } from './edit.ts';
import type { EditContext, Scope } from './kind.ts';
import type { Refusal } from './refusal.ts';

/** An edit, the products that it is for, and which of their variants it changes. */
export const EditStep = z
  .strictObject({
    when: z.optional(ProductCondition),
    /** Only for edits that change each variant by itself (`isPerVariant`). */
    variants: z.optional(VariantCondition),
    /**
     * A shop id: the step is for the product as that store gets it, and what it changes becomes the product's own value
     * there. Left out, it is for the product itself.
     */
    inStore: z.optional(z.uuid()),
    edit: Edit,
  })
  .check(
    z.refine(({ variants, edit }) => variants === undefined || isPerVariant(edit), {
      error: 'This edit does not change single variants',
      path: ['variants'],
    }),
  );
export type EditStep = z.infer<typeof EditStep>;

/** The most steps of one edit set or rule. */
export const stepsMax = 50;

export const EditSteps = z.array(EditStep).check(z.minLength(1), z.maxLength(stepsMax));

/** What steps depend on besides the product. */
export interface StepContext extends EditContext {
  /** The rules of a shop, for steps in a store; null or left out for a shop that the merchant does not have. */
  rulesIn?: ((shopId: string) => ListingRules | null) | undefined;
}

/** What the steps made of one product. */
export type EditOutcome =
  /** `hits` are the indexes of the steps that changed what the steps before them had made. */
  | { outcome: 'changed'; product: Product; hits: number[]; seriesNext: number | null }
  | { outcome: 'unchanged'; product: Product; seriesNext: number | null }
  /** Nothing is applied. `step` is the index of the step that could not be, and `refusal` says why. */
  | { outcome: 'rejected'; product: Product; step: number; refusal: Refusal; seriesNext: number | null };

/**
 * Applies the steps one after the other: all of them, or none. The same product, steps and context give the same outcome,
 * and the given product is never modified; it is the very same object unless the outcome is `changed`. Each condition is
 * asked of what the steps before made. `seriesNext` is where the next product's series begins; it moves on only for a
 * changed product.
 */
export function applySteps(
  product: Product,
  steps: readonly EditStep[],
  context: StepContext = {},
): EditOutcome {
  const seriesBefore = context.series?.next ?? null;
  const refusals: Refusal[] = [];
  let takes: (variant: Variant) => boolean = () => true;
  const scope: Scope = scopeOf(
    context,
    (variant) => takes(variant),
    (refusal) => refusals.push(refusal),
  );
  let edited = product;
  const hits: number[] = [];
  for (const [step, { when, variants, inStore: shopId, edit }] of steps.entries()) {
    const place = shopId === undefined ? null : placeOf(shopId, context, scope);
    const given = place === null ? edited : inStore(edited, place.rules, place.shopId).product;
    const isMeant = refusals.length === 0 && (when === undefined || holdsForProduct(when, given, scope));
    if (isMeant) {
      takes = variants === undefined ? () => true : chosen(given, variants, scope);
      const apply = (each: Product) => applyInScope(each, edit, scope);
      const next = place === null ? apply(edited) : editInStore(edited, place, scope, apply);
      if (next !== edited) {
        hits.push(step);
        edited = next;
      }
    }
    const [refusal] = refusals;
    if (refusal) {
      return { outcome: 'rejected', product, step, refusal, seriesNext: seriesBefore };
    }
  }
  if (edited === product || isSame(edited, product)) {
    return { outcome: 'unchanged', product, seriesNext: seriesBefore };
  }
  const refusal = invalidity(product, edited);
  return refusal === null
    ? { outcome: 'changed', product: edited, hits, seriesNext: scope.series?.next ?? null }
    : { outcome: 'rejected', product, step: steps.length - 1, refusal, seriesNext: seriesBefore };
}

interface Place {
  shopId: string;
  rules: ListingRules;
}

function placeOf(shopId: string, { rulesIn }: StepContext, scope: Scope): Place | null {
  const rules = rulesIn?.(shopId) ?? null;
  if (rules === null) {
    scope.refuse('store-unknown');
    return null;
  }
  return { shopId, rules };
}

/** Asks the condition of every variant beforehand, so that one that costs too much is refused and not half applied. */
function chosen(product: Product, condition: VariantCondition, scope: Scope): (variant: Variant) => boolean {
  const ids = new Set(
    product.variants
      .filter((variant) => holdsForVariant(condition, variant, product, scope))
      .map(({ id }) => id),
  );
  return ({ id }) => ids.has(id);
}

/** Returns why the edited product may not be saved; null when it may, or when it could not be saved before either. */
function invalidity(before: Product, after: Product): Refusal | null {
  const issues = checkProduct(after);
  if (issues.length === 0) {
    return null;
  }
  const had = new Set(checkProduct(before).map(({ path, code }) => `${code} ${path.join('.')}`));
  const issue = issues.find(({ path, code }) => !had.has(`${code} ${path.join('.')}`));
  if (!issue) {
    return null;
  }
  const code = issue.code === 'product.too-long' ? 'text-too-long' : 'product-invalid';
  return { code, detail: { ...issue.params, path: issue.path.join('.'), issue: issue.code } };
}
