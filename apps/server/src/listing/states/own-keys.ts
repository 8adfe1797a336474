import {
  isOwnAmount,
  type OwnPath,
  ownFields,
  ownValueAt,
  withOwnValue,
} from '@bowerbird/catalog/own-values/own-cells';
import type { Product } from '@bowerbird/catalog/product';
import { type DriftCell, type DriftKey, placeOf } from './keys.ts';

const amountOfCell: Partial<Record<DriftCell, string>> = {
  price: 'prices',
  compareAtPrice: 'compareAtPrices',
};

/** Reports whether a product has a value of its own in this store at a key. */
export function hasOwnAt(product: Product, shopId: string, key: DriftKey): boolean {
  const path = ownPathOf(key);
  return path !== null && ownValueAt(product, shopId, path) !== undefined;
}

/** Returns the product with this value of its own in a store; the product itself where a store can have none there. */
export function withOwnAt(
  product: Product,
  { shopId, currency }: { shopId: string; currency: string | null },
  key: DriftKey,
  value: unknown,
): Product {
  const path = ownPathOf(key);
  return path === null
    ? product
    : withOwnValue(product, shopId, path, isOwnAmount(path[0]) ? { amount: value, currency } : value);
}

function ownPathOf(key: DriftKey): OwnPath | null {
  const place = placeOf(key);
  const amount = place && amountOfCell[place.cell];
  if (place && amount) {
    return [amount, place.variantId];
  }
  return ownFields.some((each) => each === key) ? [key] : null;
}
