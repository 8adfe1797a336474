import { imageId } from '../image-identity.ts';
import type { Image, Product, Variant } from '../product.ts';

/** The lists of a product whose items have a key. */
export const keyedLists = ['tags', 'variants', 'images'] as const;
export type KeyedList = (typeof keyedLists)[number];
type Item = string | Variant | Image;

export function isKeyedList(field: string): field is KeyedList {
  return keyedLists.some((each) => each === field);
}

/** Returns the items of a list by key, in their order. */
export function itemsOf(product: Product, list: KeyedList): Map<string, Item> {
  switch (list) {
    case 'tags':
      return byKey(product.tags, String);
    case 'variants':
      return byKey(product.variants, ({ id }) => id);
    case 'images':
      return byKey(product.images, imageId);
  }
}

function byKey<Of>(items: readonly Of[], keyOf: (item: Of) => string): Map<string, Of> {
  const keys = keysOf(items, keyOf);
  return new Map(items.map((item, at) => [keys[at] ?? '', item]));
}

/** Returns a key for each item, unique in the list: where several have the same, the later ones get a number after it. */
export function keysOf<Of>(items: readonly Of[], keyOf: (item: Of) => string): string[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const key = keyOf(item);
    let free = key;
    for (let number = 2; taken.has(free); number += 1) {
      free = `${key}#${number}`;
    }
    taken.add(free);
    return free;
  });
}

/**
 * Returns the keys in this order. A key that the order does not name stays behind the one that it was behind; a name
 * without a key is ignored.
 */
export function ordered(keys: readonly string[], order: readonly string[]): string[] {
  const present = new Set(keys);
  const sorted = order.filter((key) => present.has(key));
  const named = new Set(sorted);
  keys.forEach((key, at) => {
    if (!named.has(key)) {
      const previous = keys[at - 1];
      sorted.splice(previous === undefined ? 0 : sorted.indexOf(previous) + 1, 0, key);
    }
  });
  return sorted;
}
