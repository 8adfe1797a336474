import { isSame } from './same.ts';

export type Side = 'mine' | 'theirs';

/** What came of joining, and whether both had changed the same thing, differently, so that the side decided. */
export interface Joined<Value> {
  value: Value;
  clashes: boolean;
}

/** Joins one thing that both may have changed, each its own part. */
export type Join<Item> = (base: Item, mine: Item, theirs: Item, side: Side) => Joined<Item>;

/**
 * Joins two lists that began as one: what either added is there, what either took out is not, what both have is joined.
 * The order is theirs where I left it as it was, else mine; what only I added stands at the end of theirs. Null when
 * the items cannot be told apart by their keys.
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
  const order = lead === 'theirs' ? [...their.keys(), ...own.keys()] : [...own.keys(), ...their.keys()];
  const value = [...new Set(order)].map((key) => joined.get(key)).filter((item) => item !== undefined);
  return { value, clashes };
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

/** For items that are one whole. */
function wholeItem<Item>(base: Item, mine: Item, theirs: Item, side: Side): Joined<Item> {
  if (isSame(mine, theirs) || isSame(mine, base)) {
    return { value: theirs, clashes: false };
  }
  return isSame(theirs, base)
    ? { value: mine, clashes: false }
    : { value: side === 'mine' ? mine : theirs, clashes: true };
}

/** For records: joined field by field. */
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
