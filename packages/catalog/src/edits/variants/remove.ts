import { z } from 'zod/mini';
import { variantEdit } from '../kind.ts';
import { chosenBy, chosenVariants } from './chosen.ts';
import { withVariants } from './with-variants.ts';

/** Removes the chosen variants. At least one is left: a product without variants does not exist. */
export const removeVariants = variantEdit(
  z.strictObject({ kind: z.literal('remove-variants'), ...chosenVariants }),
  (product, edit, scope) => {
    const isChosen = chosenBy(edit.variants, scope);
    const left = product.variants.filter((variant) => !isChosen(variant));
    if (left.length === 0) {
      scope.refuse('no-variant-left');
      return product;
    }
    return withVariants(product, left);
  },
);
