import { Edit } from '@bowerbird/catalog/edits/edit';
import { z } from 'zod/mini';

/** With what the products that are new in a supplier's files are added to the merchant's by themselves. */
export const NewProductsRule = z.object({
  /** Under what the rule was saved; null for a rule without a name. */
  name: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Applied in order. None: as the supplier states them. */
  edits: z.array(Edit).check(z.maxLength(200)),
});
export type NewProductsRule = z.infer<typeof NewProductsRule>;
