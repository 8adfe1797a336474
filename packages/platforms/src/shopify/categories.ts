import { AppError } from '@bowerbird/contract/errors';
import { categoryAddress } from '../collecting/handle-address.ts';
import type { Category } from '../collecting/shop-reader.ts';
import type { Visit } from '../http.ts';
import { idOf, isObject, itemsOf, textOf, wholeOf } from '../unread.ts';
import { pageSize } from './feed.ts';

/** Shopify gives no more of any list; one that goes on goes on for ever. */
const pagesMax = 25_000 / pageSize;

/**
 * All categories of the shop, each once, to the first page without a new one. They have no tree. What they promise is
 * often wrong: 107 said and 43 given has been seen. Throws what the requests throw.
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

/** The category of this handle; null when the shop tells nothing of it. */
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
