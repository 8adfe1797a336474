import { fieldOf, isSame } from '../merge/same.ts';
import { ownCells, partsIn } from '../own-values/own-cells.ts';
import type { Product } from '../product.ts';
import { type Cell, cellAt, isIdle, partsOf, pathOf } from './cell.ts';
import { itemsOf, type KeyedList, partsOfItem } from './lists.ts';

/** Fields that change as a whole. */
export const wholeFields = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'categories',
  'options',
  'status',
  'currency',
  'attributes',
  'priceTiers',
] as const satisfies readonly (keyof Product)[];

/**
 * Returns the cells in which two states of a product differ; [] when there are none. Where a product was read
 * (`source`) is no cell: it is not changed and not undone with the product.
 */
export function describeChange(before: Product, after: Product): Cell[] {
  if (before === after) {
    return [];
  }
  return [
    ...wholeFields
      .filter((field) => before[field] !== after[field])
      .map((field) => cellAt([field], before[field], after[field])),
    ...(['title', 'description'] as const).map((part) =>
      cellAt(['seo', part], before.seo[part], after.seo[part]),
    ),
    ...describeList('tags', before, after),
    ...describeList('variants', before, after),
    ...describeList('images', before, after),
    ...describeExtra(before.extra, after.extra),
    ...describeOwnValues(before, after),
  ].filter((cell) => !isIdle(cell));
}

function describeList(list: KeyedList, before: Product, after: Product): Cell[] {
  if (before[list] === after[list]) {
    return [];
  }
  const [was, is] = [itemsOf(before, list), itemsOf(after, list)];
  const cells: Cell[] = [];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)];
    if (old === now) {
      continue;
    }
    cells.push(
      ...(typeof old === 'object' && typeof now === 'object'
        ? describeParts([list, key], partsOfItem(list, old), partsOfItem(list, now))
        : [cellAt([list, key], old, now)]),
    );
  }
  const [old, now] = [[...was.keys()], [...is.keys()]];
  // Otherwise the order follows from the items: removed ones are gone, and added ones are at the end.
  return isSame(appended(old, now), now) && isSame(appended(now, old), old)
    ? cells
    : [...cells, cellAt([list], old, now)];
}

function appended(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [...before.filter((key) => is.has(key)), ...after.filter((key) => !was.has(key))];
}

function describeParts(parts: readonly string[], was: object, is: object): Cell[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => fieldOf(was, key) !== fieldOf(is, key))
    .map((key) => cellAt([...parts, key], fieldOf(was, key), fieldOf(is, key)));
}

function describeExtra(before: Product['extra'], after: Product['extra']): Cell[] {
  const platforms = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...platforms].flatMap((platform) =>
    describeParts(['extra', platform], before[platform] ?? {}, after[platform] ?? {}),
  );
}

function describeOwnValues(before: Product, after: Product): Cell[] {
  const shopIds = new Set([before, after].flatMap(({ inStores }) => Object.keys(inStores ?? {})));
  return [...shopIds].flatMap((shopId) => {
    const [was, is] = [before, after].map(
      (product) =>
        new Map(ownCells(product, shopId).map(([path, value]) => [pathOf(...partsIn(path)), value])),
    );
    return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].map((path) =>
      cellAt(['inStores', shopId, ...partsOf(path)], was?.get(path), is?.get(path)),
    );
  });
}
