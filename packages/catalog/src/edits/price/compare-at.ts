import { z } from 'zod/mini';
import { Factor, factorAbove } from '../../pricing/amounts.ts';
import { Ending } from '../../pricing/rounding.ts';
import { Price } from '../../product.ts';
import { variantEdit } from '../kind.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';
import { times } from './finish.ts';

export const setCompareAt = variantEdit(
  z.strictObject({ kind: z.literal('set-compare-at'), price: Price, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, () => ({ compareAtPrice: edit.price })),
);

export const clearCompareAt = variantEdit(
  z.strictObject({ kind: z.literal('clear-compare-at'), ...chosenVariants }),
  (product, edit, scope) => eachVariant(product, edit.variants, scope, () => ({ compareAtPrice: null })),
);

/** Makes the present price the compare-at price, before a discount; a variant without a price keeps what it has. */
export const compareAtFromPrice = variantEdit(
  z.strictObject({ kind: z.literal('compare-at-from-price'), ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, ({ price }) =>
      price === null ? {} : { compareAtPrice: price },
    ),
);

/** Sets the compare-at price this many percent above the price: "25" makes 100 from 80. */
export const compareAtAbove = variantEdit(
  z.strictObject({
    kind: z.literal('compare-at-above'),
    percent: Factor,
    ending: z.optional(Ending),
    ...chosenVariants,
  }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const finishing = { ...product, ...edit, variant, scope };
      const compareAtPrice = times(variant.price, factorAbove(edit.percent), finishing);
      return compareAtPrice === null ? {} : { compareAtPrice };
    }),
);
