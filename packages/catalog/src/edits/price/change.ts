import { z } from 'zod/mini';
import { Amount, Factor, factorAbove, Percent } from '../../pricing/amounts.ts';
import { addPrices } from '../../pricing/price.ts';
import { Ending } from '../../pricing/rounding.ts';
import { Price, type Variant } from '../../product.ts';
import { variantEdit } from '../kind.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';
import { finish, times } from './finish.ts';

const ending = z.optional(Ending);

/** Null removes the price: such a product is not listed until it has one again. */
export const setPrice = variantEdit(
  z.strictObject({ kind: z.literal('set-price'), price: z.nullable(Price), ...chosenVariants }),
  (product, edit, scope) => eachVariant(product, edit.variants, scope, () => ({ price: edit.price })),
);

export const multiplyPrice = variantEdit(
  z.strictObject({ kind: z.literal('multiply-price'), by: Factor, ending, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) =>
      priceField(times(variant.price, edit.by, { ...product, ...edit, variant, scope })),
    ),
);

/** More or less by so many percent: "-20" makes 80 from 100. */
export const percentToPrice = variantEdit(
  z.strictObject({ kind: z.literal('percent-to-price'), percent: Percent, ending, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) =>
      priceField(times(variant.price, factorAbove(edit.percent), { ...product, ...edit, variant, scope })),
    ),
);

export const addToPrice = variantEdit(
  z.strictObject({ kind: z.literal('add-to-price'), amount: Amount, ending, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const { price } = variant;
      return price === null
        ? {}
        : priceField(finish(addPrices(price, edit.amount), price, { ...product, ...edit, variant, scope }));
    }),
);

export const roundPrice = variantEdit(
  z.strictObject({ kind: z.literal('round-price'), ending: Ending, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) =>
      priceField(
        variant.price && finish(variant.price, variant.price, { ...product, ...edit, variant, scope }),
      ),
    ),
);

function priceField(price: string | null): Partial<Variant> {
  return price === null ? {} : { price };
}
