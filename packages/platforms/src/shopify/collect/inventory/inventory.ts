import type { ErrorCode } from '@bowerbird/contract/errors';
import { idOf, isObject, itemsOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';

/** Whether the shop gave a product's inventory; kept with the product as `extra.stock`. */
export type StockNote = { stated: true } | { stated: false; because: ErrorCode | 'not-stated' };

/** Fields that describe a variant's inventory, under the platform's own names. */
export const inventoryKeys = ['inventory_quantity', 'inventory_management', 'inventory_policy'] as const;

/**
 * Reports whether a variant's row gives its inventory: a quantity, or `inventory_management: null`, by which inventory
 * is not tracked and there is no quantity (`../../../../../../docs/decisions/0027-stock-on-request.md`).
 */
export function statesStock(row: UnreadObject): boolean {
  return row.inventory_management === null || wholeOf(row.inventory_quantity) !== null;
}

/** Reports whether every variant of a product, in the feed's own form, gives its inventory. */
export function statesAllStock(product: UnreadObject): boolean {
  return itemsOf(product.variants).every((row) => isObject(row) && statesStock(row));
}

/**
 * Returns the product with the inventory that other rows give for its variants, by id; inventory that the product has
 * itself stays.
 */
export function withInventory(product: UnreadObject, stated: readonly UnreadObject[]): UnreadObject {
  const byId = new Map(stated.map((row) => [idOf(row.id), row]));
  const keys = [...inventoryKeys, 'available'];
  return {
    ...product,
    variants: itemsOf(product.variants).map((row) => {
      const id = isObject(row) ? idOf(row.id) : null;
      const other = id === null ? undefined : byId.get(id);
      if (!isObject(row) || other === undefined) {
        return row;
      }
      const missing = keys.filter((key) => row[key] === undefined && other[key] !== undefined);
      return { ...row, ...Object.fromEntries(missing.map((key) => [key, other[key]])) };
    }),
  };
}
