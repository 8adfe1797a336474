import { z } from 'zod/mini';
import { withoutOwnFields } from '../../own-values/edit-in-store.ts';
import { ownAmounts, ownFields } from '../../own-values/own-cells.ts';
import { productEdit } from '../kind.ts';

/** Takes the product's own values in one store away, so that the store's rules decide again. */
export const clearOwnValues = productEdit(
  z.strictObject({
    kind: z.literal('clear-own-values'),
    shopId: z.uuid(),
    /** All when left out. */
    fields: z.optional(z.array(z.enum([...ownFields, ...ownAmounts])).check(z.minLength(1))),
  }),
  (product, { shopId, fields }) => withoutOwnFields(product, shopId, fields),
);
