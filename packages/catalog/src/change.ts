import { z } from 'zod/mini';
import { structureIssues } from './invariants.ts';
import { Product, type ProductField, productFields } from './product.ts';
import { isSame } from './same.ts';

/** One field of a product before and after a change; values as stored, whose shape is known only after a schema. */
export interface FieldChange {
  field: ProductField;
  before: unknown;
  after: unknown;
}

/** The fields in which two states of a product differ, in the order of `productFields`; [] when in none. */
export function describeChange(before: Product, after: Product): FieldChange[] {
  return productFields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

export interface Undone {
  product: Product;
  /** Fields that hold again what they held before the change. */
  restored: ProductField[];
  /** Fields left alone: changed again since, or no longer restorable without the rest. */
  spared: ProductField[];
}

/** These say something of each other, so they go back together or not at all. */
const tied: ReadonlySet<ProductField> = new Set(['options', 'variants', 'pictures']);

/**
 * Takes a change back in the product as it is now, but only in fields that still hold what the change wrote: what
 * somebody changed since is spared. Options, variants and pictures are spared together when one of them alone would
 * no longer fit the others. A field that already holds its old value counts as spared; nothing is to be done there.
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
