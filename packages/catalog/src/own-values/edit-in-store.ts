import { partsOf } from '../change/cell.ts';
import { describeChange } from '../change/describe.ts';
import type { Scope } from '../edits/kind.ts';
import type { ListingRules } from '../listing-rules/rules.ts';
import type { Product } from '../product.ts';
import { inStore } from './in-store.ts';
import {
  isOwnAmount,
  isPossibleOwnValue,
  type OwnPath,
  ownCells,
  ownFields,
  withOwnValue,
} from './own-cells.ts';

/**
 * Applies an edit to the product as one store gets it: what it changes there becomes the product's own value in that store,
 * and everything else of the product stays. Refuses in the scope what a store cannot have by itself, such as a SKU. The same
 * object when nothing changes.
 */
export function editInStore(
  product: Product,
  { shopId, rules }: { shopId: string; rules: ListingRules },
  scope: Pick<Scope, 'refuse'>,
  edit: (asStoreGetsIt: Product) => Product,
): Product {
  const held = inStore(product, rules, shopId).product;
  const edited = edit(held);
  let owned = product;
  for (const { path, after } of describeChange(held, edited)) {
    const own = ownPathOf(path);
    const value = own && valueFor(own, after, edited);
    if (own === null || value === undefined) {
      scope.refuse('not-per-store', { path });
      return product;
    }
    if (!isPossibleOwnValue(own, value)) {
      scope.refuse('product-invalid', { path });
      return product;
    }
    owned = withOwnValue(owned, shopId, own, value);
  }
  return owned;
}

/** Takes own values of a product in a store away, all or those of these fields, so that the store's rules decide again. */
export function withoutOwnFields(product: Product, shopId: string, fields?: readonly string[]): Product {
  return ownCells(product, shopId)
    .filter(([[field]]) => fields?.includes(field) ?? true)
    .reduce((held, [path]) => withOwnValue(held, shopId, path, undefined), product);
}

/** Returns the product without own amounts of variants that it does not have; the same object where there are none. */
export function withoutLostVariants(product: Product): Product {
  if (product.inStores === undefined) {
    return product;
  }
  const ids = new Set(product.variants.map(({ id }) => id));
  return Object.keys(product.inStores).reduce(
    (held, shopId) =>
      ownCells(held, shopId)
        .filter(([[, variantId]]) => variantId !== undefined && !ids.has(variantId))
        .reduce((left, [path]) => withOwnValue(left, shopId, path, undefined), held),
    product,
  );
}

const amountOfCell: Readonly<Record<string, 'prices' | 'compareAtPrices'>> = {
  price: 'prices',
  compareAtPrice: 'compareAtPrices',
};

/** Returns where a store keeps its own value of what a cell changed; null for what is the same in all stores. */
function ownPathOf(path: string): OwnPath | null {
  const [field = '', key, part] = partsOf(path);
  if (field === 'variants') {
    const amount = key !== undefined && part !== undefined ? amountOfCell[part] : undefined;
    return amount === undefined ? null : [amount, key];
  }
  return ownFields.some((each) => each === field) ? [field] : null;
}

/** Returns the own value; undefined where a store cannot have it, as no price. Tags and categories are kept as a whole. */
function valueFor([field, variantId]: OwnPath, after: unknown, edited: Product): unknown {
  if (variantId === undefined) {
    return Object.entries(edited).find(([each]) => each === field)?.[1];
  }
  const isNone = after === null || after === undefined;
  return isNone && isOwnAmount(field) && field === 'prices'
    ? undefined
    : { amount: after ?? null, currency: edited.currency };
}
