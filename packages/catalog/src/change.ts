import { z } from 'zod/mini';
import { structureIssues } from './invariants.ts';
import { Product, type ProductField, productFields } from './product.ts';
import { isSame } from './same.ts';

/**
 * One field of a product before and after a change. The values are as stored; their shape is only known after parsing
 * with a schema.
 */
export interface FieldChange {
  field: ProductField;
  before: unknown;
  after: unknown;
}

/**
 * Returns the fields in which two states of a product differ, in the order of `productFields`; [] when there are none.
 */
export function describeChange(before: Product, after: Product): FieldChange[] {
  return productFields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

export interface Undone {
  product: Product;
  /** Fields that were restored to their value before the change. */
  restored: ProductField[];
  /**
   * Fields left unchanged, because they were changed again since or can no longer be restored without the other fields.
   */
  spared: ProductField[];
}

/** Fields that refer to each other, so they are restored together or not at all. */
const tied: ReadonlySet<ProductField> = new Set(['options', 'variants', 'images']);

/**
 * Undoes a change in the current product, but only in fields that still hold the value that the change wrote. A field
 * that was changed again since is spared. Options, variants and images are spared together when restoring only some of
 * them would make them inconsistent. A field that already holds its old value also counts as spared, because nothing
 * needs to be done there.
 */
export function undoChange(current: Product, change: readonly FieldChange[]): Undone {
  const wanted = change.filter(({ field, after }) => isSame(current[field], after));
  const free = restore(
    current,
    wanted.filter(({ field }) => !tied.has(field)),
  );
  const whole = restore(
    free.product,
    wanted.filter(({ field }) => tied.has(field)),
  );
  const broken = structureIssues(whole.product).length > structureIssues(current).length;
  const product = broken ? free.product : whole.product;
  const done = new Set(broken ? free.restored : [...free.restored, ...whole.restored]);
  const fields = change.map(({ field }) => field);
  return {
    product,
    restored: fields.filter((field) => done.has(field)),
    spared: fields.filter((field) => !done.has(field)),
  };
}

function restore(current: Product, changes: readonly FieldChange[]) {
  const restored: ProductField[] = [];
  let product = current;
  for (const { field, before } of changes) {
    const back = z.safeParse(Product.shape[field], before);
    if (back.success) {
      product = { ...product, [field]: back.data };
      restored.push(field);
    }
  }
  return { product, restored };
}
