import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../../../collecting/collector.ts';
import { ofOneProduct } from '../../../collecting/reading.ts';
import type { Category, ListPage } from '../../../collecting/shop-reader.ts';
import { type ApiPage, decodedSlug, pageSize, type RestApi } from '../../../collecting/wordpress/rest.ts';
import { closedWay } from '../../../net/failures.ts';
import type { Visit } from '../../../net/http.ts';
import { readAhead } from '../../../net/read-ahead.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { readProduct, type ShopFacts } from '../schema.ts';
import { readVariations } from './variations.ts';

const pagesMax = 10_000;

/**
 * Yields the pages of a list. A page past the end is an empty list; the headers give the last page, where no host
 * strips them (`readme.md`, Public endpoints).
 */
export async function* listPages(
  visit: Visit,
  root: string,
  category: Category | null,
  from: number,
  expected: number | null,
  read: (page: number, category: Category | null) => Promise<ApiPage>,
): AsyncGenerator<{ page: number; answer: ListPage }> {
  const lastExpected = expected === null ? null : Math.max(1, Math.ceil(expected / pageSize));
  const isLast = ({ items, pages }: ApiPage, page: number) =>
    items.length < pageSize || page >= (pages ?? pagesMax);
  const answers = readAhead<ApiPage>({
    from,
    read: (page) => read(page, category),
    width: () => (lastExpected === null ? 1 : visit.width(new URL(root))),
    worth: (page) => lastExpected !== null && page <= lastExpected,
    isLast,
  });
  for await (const { place, answer } of answers) {
    yield { page: place, answer: { kind: 'items', items: answer.items, skipped: [] } };
  }
}

/** Returns products of a list, in order; the variations of all variable ones among them are requested together. */
export async function readItems(
  api: RestApi,
  items: readonly unknown[],
  facts: ShopFacts,
  root: string,
): Promise<(Product | Skipped)[]> {
  const parents = items.filter(isObject).filter((item) => itemsOf(item.variations).length > 0);
  let variations: ReadonlyMap<string, UnreadObject[]> = new Map();
  let closed: AppError | null = null;
  try {
    variations = parents.length > 0 ? await readVariations(api, parents) : variations;
  } catch (thrown) {
    closed = closedWay(thrown);
  }
  return items.map((item) => {
    try {
      if (closed !== null && isObject(item) && itemsOf(item.variations).length > 0) {
        throw closed;
      }
      return readProduct(item, variations.get(isObject(item) ? (idOf(item.id) ?? '') : '') ?? [], facts);
    } catch (thrown) {
      const address = isObject(item) ? textOf(item.permalink) : null;
      return { address: address ?? root, failure: ofOneProduct(thrown) };
    }
  });
}

/** Returns the product of this key from the API that answers; null where the API has none. */
export async function oneByKey(api: RestApi, key: string): Promise<UnreadObject | null> {
  const number = /^id:(\d+)$/.exec(key)?.[1];
  const { items } = await api.list('/products', number === undefined ? { slug: key } : { include: number });
  // An old shop does not know this parameter and answers with all products.
  const found = items
    .filter(isObject)
    .find((item) =>
      number === undefined ? decodedSlug(textOf(item.slug) ?? '') === key : idOf(item.id) === number,
    );
  return found ?? null;
}
