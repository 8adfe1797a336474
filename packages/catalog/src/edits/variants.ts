import { z } from 'zod/mini';
import type { Product, Variant } from '../product.ts';
import { withFields } from '../same.ts';
import { ShortText } from '../sent-text.ts';

/** Ids of the affected variants; absent means all. An unknown id is not an error. */
export const chosenVariants = { variants: z.optional(z.array(ShortText)) };

/** Returns the product with each chosen variant changed; the same object when none of them changes. */
export function eachVariant(
  product: Product,
  ids: readonly string[] | undefined,
  fieldsOf: (variant: Variant, index: number) => Partial<Variant>,
): Product {
  const chosen = ids === undefined ? null : new Set(ids);
  let touched = false;
  const variants = product.variants.map((variant, index) => {
    if (chosen !== null && !chosen.has(variant.id)) {
      return variant;
    }
    const next = withFields(variant, fieldsOf(variant, index));
    touched ||= next !== variant;
    return next;
  });
  return touched ? { ...product, variants } : product;
}
