import { z } from 'zod/mini';
import type { Product, Variant } from '../product.ts';
import { withFields } from '../same.ts';
import { ShortText } from '../sent-text.ts';

/** Ids of the variants meant; absent means all. An id that is not there is no error. */
export const chosenVariants = { variants: z.optional(z.array(ShortText)) };

/** The product with each chosen variant changed; the very same product when none of them is. */
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
