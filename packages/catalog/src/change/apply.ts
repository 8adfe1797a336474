import { withOwnValue } from '../own-values/own-cells.ts';
import type { Image, Product, Variant } from '../product.ts';
import { type Cell, partsOf } from './cell.ts';
import { isKeyedList, itemsOf, type KeyedList, ordered, withPart } from './lists.ts';

/**
 * Returns the product with what these cells say after the change, whatever it holds now; the same object when there are
 * no cells. The values are those of a change of a product: nothing is checked here. A cell of an item that the product
 * does not have changes nothing.
 */
export function applyCells(product: Product, cells: readonly Cell[]): Product {
  if (cells.length === 0) {
    return product;
  }
  const fields: Record<string, unknown> = {};
  const lists = new Map<KeyedList, Cell[]>();
  const ownValues: Cell[] = [];
  let { seo, extra } = product;
  for (const cell of cells) {
    const [field = '', part = '', key = ''] = partsOf(cell.path);
    if (isKeyedList(field)) {
      lists.set(field, [...(lists.get(field) ?? []), cell]);
    } else if (field === 'seo') {
      seo = { ...seo, [part]: cell.after };
    } else if (field === 'extra') {
      extra = withExtra(extra, part, key, cell.after);
    } else if (field === 'inStores') {
      ownValues.push(cell);
    } else {
      fields[field] = cell.after;
    }
  }
  // Written from cells of a product, which hold its types.
  const changed = { ...product, ...fields, seo, extra } as Product;
  for (const [list, own] of lists) {
    Object.assign(changed, { [list]: applyToList(product, list, own) });
  }
  return ownValues.reduce(withOwnCell, changed);
}

function withOwnCell(product: Product, { path, after }: Cell): Product {
  const [, shopId = '', field = '', variantId] = partsOf(path);
  return withOwnValue(product, shopId, variantId === undefined ? [field] : [field, variantId], after);
}

function withExtra(extra: Product['extra'], platform: string, key: string, value: unknown): Product['extra'] {
  const { [platform]: before, ...others } = extra;
  const data = withKey(before ?? {}, key, value);
  return Object.keys(data).length === 0 ? others : { ...extra, [platform]: data };
}

function withKey<Whole extends object>(whole: Whole, key: string, value: unknown): Whole {
  if (value !== undefined) {
    return { ...whole, [key]: value };
  }
  return Object.fromEntries(Object.entries(whole).filter(([each]) => each !== key)) as Whole;
}

function applyToList(product: Product, list: KeyedList, cells: readonly Cell[]) {
  const items = itemsOf(product, list);
  let order: string[] | null = null;
  for (const { path, after } of cells) {
    const [, key, field] = partsOf(path);
    if (key === undefined) {
      order = after as string[];
    } else if (field !== undefined) {
      const item = items.get(key);
      if (typeof item === 'object') {
        items.set(key, withPart(list, item, field, after));
      }
    } else if (after === undefined) {
      items.delete(key);
    } else {
      items.set(key, after as string | Variant | Image);
    }
  }
  return order === null
    ? [...items.values()]
    : ordered([...items.keys()], order).map((key) => items.get(key));
}
