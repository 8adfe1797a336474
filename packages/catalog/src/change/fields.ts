import { isSame } from '../merge/same.ts';
import { type Product, type ProductField, productFields } from '../product.ts';

/** One field of a product in two states that are both at hand, as two snapshots of a source are. */
export interface ChangedField {
  field: ProductField;
  before: unknown;
  after: unknown;
}

/**
 * Returns the fields in which two states of a product differ, in the order of `productFields`; [] when there are none.
 */
export function changedFields(before: Product, after: Product): ChangedField[] {
  return productFields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
