import type { Image, Product, Variant } from '../product.ts';
import { imageId } from '../stored/image-identity.ts';

/** The lists of a product whose items have a key. */
export const keyedLists = ['tags', 'variants', 'images'] as const;
export type KeyedList = (typeof keyedLists)[number];
export type Item = string | Variant | Image;

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

/**
 * Returns the parts of an item that have cells of their own. The address of an image, its size and its origin are one
 * part, `file`: one means nothing without the others.
 */
export function partsOfItem(list: KeyedList, item: object): object {
  if (list !== 'images') {
    return item;
  }
  const [file, others] = Object.entries(item).reduce<[[string, unknown][], [string, unknown][]]>(
    (both, entry) => {
      both[fileFields.has(entry[0]) ? 0 : 1].push(entry);
      return both;
    },
    [[], []],
  );
  return { ...Object.fromEntries(others), file: Object.fromEntries(file) };
}

const fileFields: ReadonlySet<string> = new Set(['url', 'width', 'height', 'origin']);

/** Returns the item with another value of a part; undefined for none. */
export function withPart<Whole extends object>(
  list: KeyedList,
  item: Whole,
  part: string,
  value: unknown,
): Whole {
  if (list !== 'images' && value !== undefined) {
    return { ...item, [part]: value };
  }
  const parts = new Map<string, unknown>(Object.entries(partsOfItem(list, item)));
  if (value === undefined) {
    parts.delete(part);
  } else {
    parts.set(part, value);
  }
  const file = list === 'images' ? parts.get('file') : undefined;
  if (list === 'images') {
    parts.delete('file');
  }
  // The parts are those of the item.
  return { ...Object.fromEntries(parts), ...(typeof file === 'object' && file) } as Whole;
}
