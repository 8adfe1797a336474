import { isSameName } from './values.ts';

/** A value that the store shares among all products; `order` is its `menu_order`, 0 for none. */
export interface SharedValue {
  id: number;
  name: string;
  order: number;
}

/** What must be written so that the values of a product are in its order. */
export interface Arrangement {
  create: { name: string; menu_order: number }[];
  update: { id: number; menu_order: number }[];
}

/** Distance between the orders of two values, with room for values that a later product adds. */
const gap = 10;

/**
 * Inserts the values of a product among those that the store has in order already, as all products have one order:
 * values already in order stay, whatever order this product has, and each of its other values comes after the one
 * before it in the product.
 */
export function arrangement(held: readonly SharedValue[], wanted: readonly string[]): Arrangement {
  const ordered = held.filter(({ order }) => order > 0).sort((one, other) => one.order - other.order);
  const line: { name: string; held: SharedValue | null }[] = ordered.map((one) => ({
    name: one.name,
    held: one,
  }));
  for (const [at, name] of wanted.entries()) {
    if (line.some((one) => isSameName(one.name, name))) {
      continue;
    }
    const before = wanted.slice(0, at).map((each) => line.findIndex((one) => isSameName(one.name, each)));
    const after = wanted.slice(at + 1).map((each) => line.findIndex((one) => isSameName(one.name, each)));
    const next = after.filter((place) => place >= 0);
    const place = at > 0 ? (before.at(-1) ?? -1) + 1 : next.length > 0 ? Math.min(...next) : line.length;
    line.splice(place, 0, { name, held: held.find((one) => isSameName(one.name, name)) ?? null });
  }
  return numbered(line);
}

function numbered(line: readonly { name: string; held: SharedValue | null }[]): Arrangement {
  const found: Arrangement = { create: [], update: [] };
  let last = 0;
  for (const [at, { name, held }] of line.entries()) {
    const own = held?.order ?? 0;
    if (own > last) {
      last = own;
      continue;
    }
    const next = line.slice(at + 1).find((one) => (one.held?.order ?? 0) > last)?.held?.order;
    const between = next === undefined ? last + gap : Math.floor((last + next) / 2);
    last = Math.max(last + 1, between);
    if (held === null) {
      found.create.push({ name, menu_order: last });
    } else {
      found.update.push({ id: held.id, menu_order: last });
    }
  }
  return found;
}
