import type { Product } from '@bowerbird/catalog/product';
import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { StoreCategories, StoreCategory, StoreCategoryPage } from '../../listing/store-categories.ts';
import { idOf, isObject, itemsOf, textOf, wholeOf } from '../../unread.ts';
import { readData } from './client.ts';

const perPage = 100;
/** So many are known by name after a store was checked; its others once its categories were read to be chosen from. */
const pagesMax = 5;

/**
 * The collections of a shop, a page at a time until an empty one. They are only found, never made: that the API makes them is
 * confirmed nowhere (`readme.md`, Writing products). Which of them fill themselves is not told either.
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

/** Ids of collections by their names in small letters. */
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

/** A shop's collections to be chosen from; later writes find by name all that were read. */
export const storeCategories: StoreCategories = {
  shape: 'list',
  creates: false,
  read: collectionPages,
  details: (categories) => ({ collections: byName(categories) }),
};

function byName(categories: readonly StoreCategory[]): Record<string, string> {
  return Object.fromEntries(categories.map(({ id, name }) => [nameOf(name), id]));
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

/** The rows of a list: under `list`, under their own name, or bare (`readme.md`, Public endpoints). */
export function rowsIn(data: unknown, name: string): readonly unknown[] {
  return isObject(data) ? itemsOf(data[name] ?? data.list) : itemsOf(data);
}

function recordIn(value: Json | undefined): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function nameOf(title: string): string {
  return title.trim().toLowerCase();
}
