import type { Product } from '@bowerbird/catalog/product';
import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { idOf, isObject, itemsOf, textOf } from '../../unread.ts';
import { readData } from './client.ts';

const perPage = 100;
/** So many are known by name; a shop of more names the others in vain. */
const pagesMax = 5;

/**
 * The collections of a shop: ids by their names in small letters. They are only found, never made: that the API makes them is
 * confirmed nowhere (platform notes 3.3).
 */
export async function readCollections(
  store: StoreAccess,
  context: ListerContext,
): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  for (let page = 1; page <= pagesMax; page += 1) {
    const data = await readData(
      { method: 'GET', path: '/collections', query: { page: String(page), pagesize: String(perPage) } },
      store,
      context,
    );
    const rows = rowsIn(data, 'collections');
    for (const row of rows.filter(isObject)) {
      const id = idOf(row.id);
      const title = textOf(row.title);
      if (id !== null && title !== null) {
        known[nameOf(title)] = id;
      }
    }
    if (rows.length === 0) {
      break;
    }
  }
  return known;
}

/** The ids of a product's categories in this shop, by the last name of each path; and those that are not there. */
export function collectionsIn(
  { categories }: Product,
  { prepared }: StoreAccess,
): { found: string[]; missing: string[] } {
  const known = recordIn(prepared.collections);
  const names = new Set(categories.flatMap((path) => path.at(-1) ?? []));
  const found: string[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const id = known[nameOf(name)];
    if (typeof id === 'string') {
      found.push(id);
    } else {
      missing.push(name);
    }
  }
  return { found, missing };
}

/** The rows of a list: under `list`, under their own name, or bare (platform notes 2.2). */
export function rowsIn(data: unknown, name: string): readonly unknown[] {
  return isObject(data) ? itemsOf(data[name] ?? data.list) : itemsOf(data);
}

function recordIn(value: Json | undefined): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function nameOf(title: string): string {
  return title.trim().toLowerCase();
}
