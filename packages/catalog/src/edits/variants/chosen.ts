import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import type { Product, Variant } from '../../product.ts';
import { ShortText } from '../../similar/sent-text.ts';
import type { Scope } from '../kind.ts';

/** Ids of the affected variants; absent means all. An unknown id is not an error. */
export const chosenVariants = { variants: z.optional(z.array(ShortText)) };

/** Returns whether an edit with these ids is for a variant, the step's own condition included. */
export function chosenBy(ids: readonly string[] | undefined, scope: Scope): (variant: Variant) => boolean {
  const chosen = ids === undefined ? null : new Set(ids);
  return (variant) => (chosen === null || chosen.has(variant.id)) && scope.takes(variant);
}

/** Returns the product with each chosen variant changed; the same object when none of them changes. */
export function eachVariant(
  product: Product,
  ids: readonly string[] | undefined,
  scope: Scope,
  fieldsOf: (variant: Variant, index: number) => Partial<Variant>,
): Product {
  const isChosen = chosenBy(ids, scope);
  let touched = false;
  const variants = product.variants.map((variant, index) => {
    if (!isChosen(variant)) {
      return variant;
    }
    const next = withFields(variant, fieldsOf(variant, index));
    touched ||= next !== variant;
    return next;
  });
  return touched ? { ...product, variants } : product;
}
