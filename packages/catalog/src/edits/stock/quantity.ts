import { z } from 'zod/mini';
import { variantEdit } from '../kind.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';

export const setStock = variantEdit(
  z.strictObject({ kind: z.literal('set-stock'), stock: z.nullable(z.int()), ...chosenVariants }),
  (product, edit, scope) => eachVariant(product, edit.variants, scope, () => ({ stock: edit.stock })),
);

/** Adds this quantity to the stock, or subtracts it when negative; unknown stock stays unknown. */
export const addToStock = variantEdit(
  z.strictObject({ kind: z.literal('add-to-stock'), by: z.int(), ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      if (variant.stock === null) {
        return {};
      }
      const stock = variant.stock + edit.by;
      if (!Number.isSafeInteger(stock)) {
        scope.refuse('stock-out-of-range', { variant: variant.id });
        return {};
      }
      return { stock };
    }),
);
