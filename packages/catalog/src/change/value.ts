import { fieldOf } from '../merge/same.ts';
import type { Product } from '../product.ts';
import { partsOf } from './cell.ts';
import { isKeyedList, itemsOf, partsOfItem } from './lists.ts';

/** Returns what a product holds at the path of a cell; undefined where it has nothing there. */
export function valueAt(product: Product, path: string): unknown {
  const [field = '', ...rest] = partsOf(path);
  if (!isKeyedList(field)) {
    return [field, ...rest].reduce<unknown>(within, product);
  }
  const items = itemsOf(product, field);
  const [key, part] = rest;
  if (key === undefined) {
    return [...items.keys()];
  }
  const item = items.get(key);
  return part === undefined || typeof item !== 'object' ? item : fieldOf(partsOfItem(field, item), part);
}

function within(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? fieldOf(value, key) : undefined;
}
