import type { Product, ProductField, Variant } from '../product.ts';
import { type Conflict, tiedFields } from './merge.ts';
import { isSame } from './same.ts';

/** Fields that a conflict covers as one whole value. Lists are not here: they are merged item by item. */
const single: readonly ProductField[] = [
  'title',
  'descriptionHtml',
  'vendor',
  'productType',
  'seo',
  'currency',
  'priceTiers',
];

/** Variant fields that refer to another field of the product, which keeps its merged value. */
const tiedCells = ['optionValues', 'imageUrl'];

/**
 * Returns the merged product with the fields of these conflicts as the source has them, without the claim rules. `mine`
 * and `theirs` are the merge with every conflict resolved to one side; where they differ, there was a conflict. The
 * cost is kept.
 */
export function withAsRead(
  merged: Product,
  requested: readonly Conflict[],
  { mine, theirs, read }: { mine: Product; theirs: Product; read: Product },
): Product {
  let product = merged;
  for (const { key, fields } of requested) {
    if (fields.length > 1) {
      const all = [...new Set([...fields, ...tiedFields])];
      product = {
        ...product,
        ...Object.fromEntries(all.map((field) => [field, wholeOf(field, theirs, read)])),
      };
    } else if (key === 'variants') {
      const variants = product.variants.map((variant) => cellsAsRead(variant, mine, theirs, read));
      product = { ...product, variants };
    } else if (single.includes(key)) {
      product = { ...product, [key]: read[key] };
    }
  }
  return product;
}

function wholeOf(field: ProductField, theirs: Product, read: Product): unknown {
  if (field !== 'variants') {
    return read[field];
  }
  const costs = new Map(theirs.variants.map(({ id, cost }) => [id, cost]));
  return read.variants.map((variant) => ({ ...variant, cost: costs.get(variant.id) ?? variant.cost }));
}

function cellsAsRead(variant: Variant, mine: Product, theirs: Product, read: Product): Variant {
  const of = ({ variants }: Product) => variants.find(({ id }) => id === variant.id);
  const [own, their, source] = [of(mine), of(theirs), of(read)];
  if (!own || !their || !source) {
    return variant;
  }
  const now = new Map<string, unknown>(Object.entries(source));
  const other = new Map<string, unknown>(Object.entries(their));
  const cells = Object.entries(own).filter(
    ([name, value]) => !tiedCells.includes(name) && !isSame(value, other.get(name)),
  );
  return { ...variant, ...Object.fromEntries(cells.map(([name]) => [name, now.get(name)])) };
}
