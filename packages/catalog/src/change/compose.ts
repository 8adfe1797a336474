import { type Cell, cellAt, isIdle, partsOf, pathOf } from './cell.ts';
import { isKeyedList, type KeyedList, withPart } from './lists.ts';

/**
 * Returns one change that does what two changes of the same product did, one after the other. Cells that the second
 * change put back are left out. Where an item was removed and added again, its place in the list may differ.
 */
export function composeCells(first: readonly Cell[], second: readonly Cell[]): Cell[] {
  const joined = new Map(first.map((cell) => [cell.path, cell]));
  const removed: Cell[] = [];
  for (const cell of second) {
    const parts = partsOf(cell.path);
    const [field = '', key = '', part] = parts;
    const known = joined.get(cell.path);
    const item = part === undefined ? undefined : joined.get(pathOf(field, key));
    if (known) {
      joined.set(cell.path, cellAt(parts, known.before, cell.after));
    } else if (item && isKeyedList(field)) {
      joined.set(item.path, cellAt([field, key], item.before, itemWith(field, item.after, part, cell.after)));
    } else if (isKeyedList(field) && parts.length === 2 && cell.before !== undefined) {
      removed.push(cellAt(parts, withEarlier(joined, field, cell), cell.after));
    } else {
      joined.set(cell.path, cell);
    }
  }
  // The earlier ones were removed from behind the later ones, unless an order says otherwise.
  const cells = [...removed, ...joined.values()];
  return withWholeOrders(first, second, cells).filter((cell) => !isIdle(cell));
}

/** Returns the item that a later change removed as it was before the earlier one, whose cells of it are taken out. */
function withEarlier(joined: Map<string, Cell>, list: KeyedList, { path, before }: Cell): unknown {
  let item = before;
  for (const [each, cell] of joined) {
    if (each.startsWith(`${path}/`)) {
      item = itemWith(list, item, partsOf(each)[2], cell.before);
      joined.delete(each);
    }
  }
  return item;
}

function itemWith(list: KeyedList, item: unknown, part: string | undefined, value: unknown): unknown {
  return typeof item !== 'object' || item === null || part === undefined
    ? item
    : withPart(list, item, part, value);
}

/** Adds to an order what the other change, which needed none, added or removed at the end. */
function withWholeOrders(first: readonly Cell[], second: readonly Cell[], cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => {
    const { path } = cell;
    const has = (change: readonly Cell[]) => change.some((each) => each.path === path);
    if (path.includes('/') || !isKeyedList(path) || has(first) === has(second)) {
      return cell;
    }
    const keys = (change: readonly Cell[], side: 'before' | 'after') =>
      change.flatMap((each) => {
        const [field, key, part] = partsOf(each.path);
        const [here, there] = side === 'after' ? [each.after, each.before] : [each.before, each.after];
        return field === path &&
          part === undefined &&
          key !== undefined &&
          here !== undefined &&
          there === undefined
          ? [key]
          : [];
      });
    const [before, after] = [cell.before as string[], cell.after as string[]];
    return has(first)
      ? cellAt([path], before, [...new Set([...after, ...keys(second, 'after')])])
      : cellAt([path], [...new Set([...before, ...keys(first, 'before')])], after);
  });
}
