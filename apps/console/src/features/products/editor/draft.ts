import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product, ProductField, Variant } from '@bowerbird/catalog/product';
import { productFields } from '@bowerbird/catalog/product';
import { productDefaults, variantDefaults } from '@bowerbird/catalog/stored/stored-product';
import { changedCells } from '../../../lib/text/product-text.ts';

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

export function changedFields(base: Product, product: Product): Set<ProductField> {
  return new Set(productFields.filter((field) => !isSame(base[field], product[field])));
}

/** Counts the changes as a person would: one for each field, and one for each cell of the variants. */
export function countChanges(base: Product, product: Product, changed: ReadonlySet<ProductField>): number {
  const others = [...changed].filter((field) => field !== 'variants').length;
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
