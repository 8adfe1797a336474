import type { Product } from '@bowerbird/catalog/product';
import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import type { StoreCategories, StoreCategory, StoreCategoryPage } from '../../listing/store/categories.ts';
import { idOf, isObject, itemsOf, textOf, wholeOf } from '../../reading/unread.ts';
import { readData } from './client.ts';

const perPage = 100;
/**
 * Number of collection pages read by name when a store is checked; further ones are known once its categories were read
 * for selection.
 */
const pagesMax = 5;

/**
 * Yields the collections of a shop, page by page until an empty one. They are only looked up, never created: nothing
 * confirms that the API can create them (`readme.md`, Writing products). The API also does not say which collections
 * are automatic.
 */
async function* collectionPages(
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<StoreCategoryPage> {
  for (let page = 1; ; page += 1) {
    const data = await readData(
      { method: 'GET', path: '/collections', query: { page: String(page), pagesize: String(perPage) } },
      store,
      context,
    );
    const rows = rowsIn(data, 'collections');
    const categories = rows.filter(isObject).flatMap((row): StoreCategory[] => {
      const id = idOf(row.id);
      const name = textOf(row.title);
      const productCount = wholeOf(row.product_count);
      return id === null || name === null ? [] : [{ id, name, parentId: null, productCount }];
    });
    yield { categories, hasMore: rows.length > 0 };
    if (rows.length === 0) {
      return;
    }
  }
}

/** Returns collection ids by lower-case name. */
export async function readCollections(
  store: StoreAccess,
  context: ListerContext,
): Promise<Record<string, string>> {
  const read: StoreCategory[] = [];
  let pages = 0;
  for await (const { categories } of collectionPages(store, context)) {
    read.push(...categories);
    pages += 1;
    if (pages === pagesMax) {
      break;
    }
  }
  return byName(read);
}

/** A shop's collections for selection; later writes find all of them by name. */
export const storeCategories: StoreCategories = {
  shape: 'list',
  creates: false,
  read: collectionPages,
  details: (categories) => ({ collections: byName(categories) }),
};

function byName(categories: readonly StoreCategory[]): Record<string, string> {
  return Object.fromEntries(categories.map(({ id, name }) => [nameOf(name), id]));
}

/**
 * Returns the ids of a product's categories in this shop, by the last name of each path; and the names of missing ones.
 */
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

/** Returns the rows of a list: under `list`, under their own name, or bare (`readme.md`, Public endpoints). */
export function rowsIn(data: unknown, name: string): readonly unknown[] {
  return isObject(data) ? itemsOf(data[name] ?? data.list) : itemsOf(data);
}

function recordIn(value: Json | undefined): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function nameOf(title: string): string {
  return title.trim().toLowerCase();
}
