import { AppError } from '@bowerbird/contract/errors';
import { categoryAddress } from '../../collecting/links/handle-address.ts';
import type { Category } from '../../collecting/shop-reader.ts';
import type { Visit } from '../../net/http.ts';
import { idOf, isObject, itemsOf, textOf, wholeOf } from '../../reading/unread.ts';
import { pageSize } from './feed.ts';

/** Largest number of pages: Shopify returns no more of any list, so a longer list never ends. */
const pagesMax = 25_000 / pageSize;

/**
 * Returns all categories of the shop, each once, up to the first page without a new one. They form no tree. Their
 * product counts are often wrong: a count of 107 with 43 products has been seen. Throws what the requests throw.
 */
export async function listCategories(visit: Visit, root: string): Promise<Category[]> {
  const categories = new Map<string, Category>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const body = await visit.getJson(new URL(`${root}/collections.json?limit=${pageSize}&page=${page}`));
    if (!isObject(body) || !Array.isArray(body.collections)) {
      throw new AppError('source.page-not-understood', `${root}/collections.json holds no categories`, {
        params: { address: `${root}/collections.json` },
      });
    }
    const fresh = itemsOf(body.collections)
      .flatMap(readCategory)
      .filter(({ key }) => !categories.has(key));
    if (fresh.length === 0) {
      break;
    }
    for (const category of fresh) {
      categories.set(category.key, category);
    }
  }
  return [...categories.values()];
}

/** Returns the category of this handle; null when the shop returns nothing about it. */
export async function findCategory(visit: Visit, root: string, handle: string): Promise<Category | null> {
  try {
    const body = await visit.getJson(new URL(`${categoryAddress(root, handle)}.json`), { optional: true });
    return isObject(body) ? (readCategory(body.collection)[0] ?? null) : null;
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return null;
    }
    throw thrown;
  }
}

function readCategory(sent: unknown): Category[] {
  const handle = isObject(sent) ? textOf(sent.handle) : null;
  if (!isObject(sent) || handle === null) {
    return [];
  }
  const name = textOf(sent.title) ?? handle;
  return [
    {
      id: idOf(sent.id) ?? handle,
      key: handle,
      name,
      path: [name],
      promised: wholeOf(sent.products_count),
    },
  ];
}
