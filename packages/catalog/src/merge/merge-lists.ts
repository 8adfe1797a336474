import { isSame } from './same.ts';

export type Side = 'mine' | 'theirs';

/** The result of a merge, and whether both sides changed the same part differently, so that `side` decided. */
export interface Joined<Value> {
  value: Value;
  clashes: boolean;
}

/** Merges one item that both sides may have changed, each in different parts. */
export type Join<Item> = (base: Item, mine: Item, theirs: Item, side: Side) => Joined<Item>;

/**
 * Merges two lists that have a common base: what either side added is in the result, what either side removed is not,
 * and items on both sides are merged. The order is that of `theirs` where `mine` did not change it, else that of
 * `mine`; items that only `mine` added
 * keep their place in the order of `theirs`: behind the item that they are behind, or at the end. Returns null when keys do not identify
 * the items uniquely.
 */
export function joinLists<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  side: Side,
  keyOf: (item: Item) => string,
  join: Join<Item> = wholeItem,
): Joined<Item[]> | null {
  const [was, own, their] = [byKey(base, keyOf), byKey(mine, keyOf), byKey(theirs, keyOf)];
  if (was === null || own === null || their === null) {
    return null;
  }
  let clashes = false;
  const clash = <Value>(ours: Value, others: Value): Value => {
    clashes = true;
    return side === 'mine' ? ours : others;
  };
  const joined = new Map<string, Item>();
  for (const key of new Set([...own.keys(), ...their.keys()])) {
    const item = joinItem(was.get(key), own.get(key), their.get(key), clash, (...three) => {
      const one = join(...three, side);
      clashes ||= one.clashes;
      return one.value;
    });
    if (item !== undefined) {
      joined.set(key, item);
    }
  }
  const everywhere = (list: Map<string, Item>) =>
    [...list.keys()].filter((key) => was.has(key) && own.has(key) && their.has(key));
  const [before, ours, others] = [everywhere(was), everywhere(own), everywhere(their)];
  const lead =
    isSame(ours, before) || isSame(ours, others)
      ? 'theirs'
      : isSame(others, before)
        ? 'mine'
        : clash('mine' as const, 'theirs' as const);
  const order =
    lead === 'theirs' ? placed([...their.keys()], [...own.keys()], was) : [...own.keys(), ...their.keys()];
  const value = [...new Set(order)].map((key) => joined.get(key)).filter((item) => item !== undefined);
  return { value, clashes };
}

/**
 * Returns the order of `lead` with the other keys of `own` in it: each behind the key of `lead` that comes before it in
 * `own`, and at the end where no key that `was` there comes after it.
 */
function placed(
  lead: readonly string[],
  own: readonly string[],
  was: ReadonlyMap<string, unknown>,
): string[] {
  const leading = new Set(lead);
  const last = own.findLastIndex((key) => was.has(key));
  const behind = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const key of own.slice(0, last + 1)) {
    if (leading.has(key)) {
      before = key;
    } else {
      behind.set(before, [...(behind.get(before) ?? []), key]);
    }
  }
  return [
    ...(behind.get(null) ?? []),
    ...lead.flatMap((key) => [key, ...(behind.get(key) ?? [])]),
    ...own.slice(last + 1),
  ];
}

function joinItem<Item>(
  was: Item | undefined,
  own: Item | undefined,
  their: Item | undefined,
  clash: (own: Item | undefined, their: Item | undefined) => Item | undefined,
  join: (was: Item, own: Item, their: Item) => Item,
): Item | undefined {
  if (was !== undefined && own !== undefined && their !== undefined) {
    return join(was, own, their);
  }
  if (isSame(own, their)) {
    return own;
  }
  if (isSame(own, was)) {
    return their;
  }
  return isSame(their, was) ? own : clash(own, their);
}

function byKey<Item>(list: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> | null {
  const keyed = new Map(list.map((item) => [keyOf(item), item]));
  return keyed.size === list.length ? keyed : null;
}

/** Merges items that can only be taken as a whole. */
function wholeItem<Item>(base: Item, mine: Item, theirs: Item, side: Side): Joined<Item> {
  if (isSame(mine, theirs) || isSame(mine, base)) {
    return { value: theirs, clashes: false };
  }
  return isSame(theirs, base)
    ? { value: mine, clashes: false }
    : { value: side === 'mine' ? mine : theirs, clashes: true };
}

/** Merges records field by field. */
export function joinCells<Item extends object>(
  base: Item,
  mine: Item,
  theirs: Item,
  side: Side,
): Joined<Item> {
  let clashes = false;
  const was = new Map<string, unknown>(Object.entries(base));
  const their = new Map<string, unknown>(Object.entries(theirs));
  const taken = Object.entries(mine).filter(([key, value]) => {
    if (isSame(value, was.get(key)) || isSame(value, their.get(key))) {
      return false;
    }
    const both = !isSame(their.get(key), was.get(key));
    clashes ||= both;
    return !both || side === 'mine';
  });
  return { value: { ...theirs, ...Object.fromEntries(taken) }, clashes };
}
