import { describeChange } from '@bowerbird/catalog/change/describe';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product, ProductField, Variant } from '@bowerbird/catalog/product';
import { productFields } from '@bowerbird/catalog/product';
import { productDefaults, variantDefaults } from '@bowerbird/catalog/stored/stored-product';
import { changedCells } from '../../../../lib/text/product-text.ts';

/** Initial values of a new product. */
export const blankProduct: Product = {
  ...productDefaults,
  title: '',
  handle: '',
  variants: [{ ...variantDefaults, id: 'v1', price: '0.00' }],
  status: 'draft',
};

/** Derives a handle from a title: letters of any script, digits and hyphens, at most 255 characters. */
export function handleFrom(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 255);
}

/** A field that the editor saves: `inStores` for what the product has of its own in stores. */
export type DraftField = ProductField | 'inStores';
const draftFields: readonly DraftField[] = [...productFields, 'inStores'];

export function changedFields(base: Product, product: Product): Set<DraftField> {
  return new Set(draftFields.filter((field) => !isSame(base[field], product[field])));
}

/** Counts the changes as a person would: one for each field, and one for each cell of the variants. */
export function countChanges(base: Product, product: Product, changed: ReadonlySet<DraftField>): number {
  const own = changed.has('inStores')
    ? describeChange(base, product).filter(({ path }) => path.startsWith('inStores/')).length
    : 0;
  const others = own + [...changed].filter((field) => field !== 'variants' && field !== 'inStores').length;
  return changed.has('variants') ? others + Math.max(1, countCells(base.variants, product.variants)) : others;
}

function countCells(before: readonly Variant[], after: readonly Variant[]): number {
  const held = new Map(before.map((variant) => [variant.id, variant]));
  const left = new Set(after.map(({ id }) => id));
  let count = before.filter(({ id }) => !left.has(id)).length;
  for (const variant of after) {
    const was = held.get(variant.id);
    count += was === undefined ? 1 : was === variant ? 0 : changedCells(was, variant).length;
  }
  return count;
}
