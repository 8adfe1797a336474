import { z } from 'zod/mini';
import { isSame } from '../merge/same.ts';
import { OwnValues, type Product } from '../product.ts';

/** The own values that belong to a variant each, by its id. */
export const ownAmounts = ['prices', 'compareAtPrices'] as const;
export type OwnAmount = (typeof ownAmounts)[number];
/** The own values of the product as a whole. */
export const ownFields = ['title', 'descriptionHtml', 'vendor', 'productType', 'tags', 'categories'] as const;
export type OwnField = (typeof ownFields)[number];
/** Where one own value is within those of a store: `['title']`, `['prices', 'v3']`. */
export type OwnPath = readonly [field: string, variantId?: string | undefined];

/** Returns the parts of a path that it has. */
export function partsIn([field, variantId]: OwnPath): string[] {
  return variantId === undefined ? [field] : [field, variantId];
}

export function isOwnAmount(field: string): field is OwnAmount {
  return ownAmounts.some((each) => each === field);
}

/** Returns the own values of a product in a store one by one, each with its path. */
export function ownCells(product: Pick<Product, 'inStores'>, shopId: string): [OwnPath, unknown][] {
  return Object.entries(product.inStores?.[shopId] ?? {}).flatMap(([field, value]): [OwnPath, unknown][] => {
    if (value === undefined) {
      return [];
    }
    return isOwnAmount(field)
      ? Object.entries(value ?? {}).map(([variantId, amount]): [OwnPath, unknown] => [
          [field, variantId],
          amount,
        ])
      : [[[field], value]];
  });
}

/** Returns the own value at a path; undefined where the store's rules decide. */
export function ownValueAt(product: Pick<Product, 'inStores'>, shopId: string, path: OwnPath): unknown {
  return ownCells(product, shopId).find(([each]) => isSame(each, path))?.[1];
}

/**
 * Returns the product with this own value in a store; undefined takes it away. The same object where that changes
 * nothing, or where the store cannot have such a value.
 */
export function withOwnValue(product: Product, shopId: string, path: OwnPath, value: unknown): Product {
  if (isSame(ownValueAt(product, shopId, path), value) || !isPossibleOwnValue(path, value)) {
    return product;
  }
  const kept = ownCells(product, shopId).filter(([each]) => !isSame(each, path));
  const cells: [OwnPath, unknown][] = value === undefined ? kept : [...kept, [path, value]];
  const { [shopId]: _before, ...others } = product.inStores ?? {};
  const inStores = cells.length === 0 ? others : { ...others, [shopId]: valuesOf(cells) };
  if (Object.keys(inStores).length > 0) {
    return { ...product, inStores };
  }
  const { inStores: _none, ...without } = product;
  return without;
}

function valuesOf(cells: readonly [OwnPath, unknown][]): OwnValues {
  const values: Record<string, unknown> = {};
  for (const [[field, variantId], value] of cells) {
    values[field] =
      variantId === undefined ? value : { ...(values[field] as object | undefined), [variantId]: value };
  }
  // Every value was checked at its path.
  return values as OwnValues;
}

/** Reports whether a store can have this own value; undefined, none, is always possible. */
export function isPossibleOwnValue([field, variantId]: OwnPath, value: unknown): boolean {
  if (value === undefined) {
    return true;
  }
  if (isOwnAmount(field) !== (variantId !== undefined)) {
    return false;
  }
  const whole = { [field]: variantId === undefined ? value : { [variantId]: value } };
  return field in OwnValues.shape && z.safeParse(OwnValues, whole).success;
}

/**
 * Merges the own values of two states of a product that have the common state `base`: value by value, `mine` where it was
 * changed here and `theirs` otherwise.
 */
export function mergeOwnValues(
  base: Pick<Product, 'inStores'>,
  mine: Pick<Product, 'inStores'>,
  theirs: Product,
): Product {
  let merged = theirs;
  const shopIds = new Set([base, mine].flatMap(({ inStores }) => Object.keys(inStores ?? {})));
  for (const shopId of shopIds) {
    const paths = new Map(
      [...ownCells(base, shopId), ...ownCells(mine, shopId)].map(([path]) => [JSON.stringify(path), path]),
    );
    for (const path of paths.values()) {
      const value = ownValueAt(mine, shopId, path);
      if (!isSame(value, ownValueAt(base, shopId, path))) {
        merged = withOwnValue(merged, shopId, path, value);
      }
    }
  }
  return merged;
}
