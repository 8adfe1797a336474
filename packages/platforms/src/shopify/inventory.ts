import { idOf, isObject, itemsOf, type UnreadObject, wholeOf } from '../unread.ts';

/** What tells a variant's stock, in the platform's own names. */
export const inventoryKeys = ['inventory_quantity', 'inventory_management', 'inventory_policy'] as const;

/**
 * Whether a variant's row tells its stock: a quantity, or `inventory_management: null`, by which it is not tracked and
 * has none (`../../../../docs/decisions/0027-stock-on-request.md`).
 */
export function tellsStock(row: UnreadObject): boolean {
  return row.inventory_management === null || wholeOf(row.inventory_quantity) !== null;
}

/** Whether every variant of a product, in the feed's own shape, tells its stock. */
export function tellsAllStock(product: UnreadObject): boolean {
  return itemsOf(product.variants).every((row) => isObject(row) && tellsStock(row));
}

/** The product with what other rows tell of its variants' stock, by id; what it tells itself stays. */
export function withInventory(product: UnreadObject, told: readonly UnreadObject[]): UnreadObject {
  const byId = new Map(told.map((row) => [idOf(row.id), row]));
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
