import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../../collecting/collector.ts';
import { categoryAddress, productAddress, readAddress } from '../../collecting/links/handle-address.ts';
import { handlesInSitemap } from '../../collecting/links/handle-sitemap.ts';
import { categoryLinks, productLinks } from '../../collecting/links/links.ts';
import { readWithSearch, searchAddress } from '../../collecting/links/search-address.ts';
import { saysNoProduct } from '../../collecting/pages/no-product.ts';
import { ofOneProduct } from '../../collecting/reading.ts';
import type { Category, ListPage, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { closedWay } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { readAhead } from '../../net/read-ahead.ts';
import { isObject } from '../../reading/unread.ts';
import { type ApiPage, pageSize, readByIds, readCategoryPage, readSearchPage } from './api.ts';
import { categoryOnPage, pageFactsOf, productInForms, productOnPage } from './page.ts';
import { identityOf, readProduct, type ShopFacts, withListMark } from './schema.ts';
import { searchForm } from './search.ts';

const previewed = 6;
/** Page limit of a list; a longer one never ends (`readme.md`). */
const pagesMax = 2000;

/**
 * How a Shoplazza shop is read: through its theme's own calls, otherwise from its pages. The calls need ids, so pages
 * are read for those first.
 */
export const dialect: ShopDialect = {
  place: (url) => readWithSearch(url, searchForm),
  searchAddress: (shop, words) => searchAddress(readAddress(shop).root, searchForm, words),
  open: async (place, visit) => openShop(place, visit),

  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const reader = openShop(place, visit);
    if (place.scope === 'product' && place.key !== null) {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    const words = place.scope === 'search' ? (place.key ?? '') : '';
    const page =
      place.scope === 'category' && place.key !== null
        ? await categoryPageOf(visit, place)
        : await readSearchPage(visit, place.root, 1, { limit: previewed, words });
    const facts = { ...place, storeName: null, currency: null };
    const products = page.items.slice(0, previewed).flatMap((item): Product[] => {
      try {
        return [readProduct(item, facts)];
      } catch (thrown) {
        ofOneProduct(thrown);
        return [];
      }
    });
    return { products, promised: page.total };
  },
};

async function categoryPageOf(visit: Visit, { root, key }: Place): Promise<ApiPage> {
  const { text } = await visit.getText(new URL(categoryAddress(root, key ?? '')));
  const category = categoryOnPage(text);
  if (category === null) {
    throw new AppError('source.page-not-understood', `${root} tells no id of ${key}`, {
      params: { address: categoryAddress(root, key ?? '') },
    });
  }
  return await readCategoryPage(visit, root, category.id, 1);
}

function openShop({ root, shop }: Place, visit: Visit): ShopReader {
  const facts: Omit<ShopFacts, 'root'> = { shop, storeName: null, currency: null };
  /** The list of all products: by the id of `/collections/all` when the shop gives it, otherwise by its search. */
  let allId: string | null = null;
  let first: ApiPage | AppError | null = null;
  let factsRequested = false;

  /** Reads the shop's name, its currency and the id of the list of all products from that list's first page. */
  async function learnFacts(): Promise<void> {
    if (factsRequested) {
      return;
    }
    factsRequested = true;
    try {
      const { text } = await visit.getText(new URL(`${root}/collections/all`));
      const { storeName, currency } = pageFactsOf(text);
      facts.storeName ??= storeName;
      facts.currency ??= currency;
      allId = categoryOnPage(text)?.id ?? null;
    } catch (thrown) {
      closedWay(thrown);
    }
  }

  const readPage = (category: Category | null, page: number): Promise<ApiPage> => {
    if (category?.search !== undefined) {
      return readSearchPage(visit, root, page, { words: category.search });
    }
    const id = category?.id ?? allId;
    return id === null ? readSearchPage(visit, root, page) : readCategoryPage(visit, root, id, page);
  };

  const reader: ShopReader = {
    visit,
    root,
    promised: null,
    async begin() {
      await learnFacts();
      try {
        first = await readPage(null, 1);
        reader.promised = first.total;
      } catch (thrown) {
        first = closedWay(thrown);
      }
    },
    identityOf,
    async *pages(category, from, expected) {
      const lastExpected = expected === null ? null : Math.ceil(expected / pageSize);
      const reads = readAhead<ApiPage>({
        from,
        async read(page) {
          if (category === null && page === 1 && first !== null) {
            if (first instanceof AppError) {
              throw first;
            }
            return first;
          }
          return await readPage(category, page);
        },
        width: () => (lastExpected === null ? 1 : visit.width(new URL(root))),
        worth: (page) => lastExpected !== null && page <= lastExpected,
        isLast: ({ items, more }, page) => items.length === 0 || !more || page >= pagesMax,
      });
      for await (const { place, answer } of reads) {
        const page: ListPage = { kind: 'items', items: answer.items.filter(isPublished), skipped: [] };
        yield { page: place, answer: page };
      }
    },
    async read(items, categories) {
      await learnFacts();
      const whole = await withDescriptions(visit, reader.root, items);
      return whole.map((item): Product | Skipped => {
        try {
          return withListMark(readProduct(item, { ...facts, root: reader.root }, categories), item);
        } catch (thrown) {
          const { key } = identityOf(item);
          return { address: reader.productAddress(key ?? ''), failure: ofOneProduct(thrown) };
        }
      });
    },
    async readOne(handle) {
      const { text, url } = await visit.getText(new URL(productAddress(reader.root, handle)));
      const { resourceId, currency } = pageFactsOf(text);
      try {
        return productOnPage(text, { ...facts, root: reader.root });
      } catch (thrown) {
        const failure = ofOneProduct(thrown);
        const [item] = resourceId === null ? [] : await readByIds(visit, reader.root, [resourceId]);
        if (item === undefined && saysNoProduct(failure)) {
          return productInForms(text, url, facts.shop);
        }
        if (item === undefined) {
          throw failure;
        }
        const known = { ...facts, root: reader.root, currency: currency ?? facts.currency };
        return withListMark(readProduct(item, known), item);
      }
    },
    productAddress: (handle) => productAddress(reader.root, handle),
    categoryAddress: (handle) => categoryAddress(reader.root, handle),
    // There is no list of categories to request: the shop's menu and its page of categories name them.
    async categories() {
      const links = new Map<string, string>();
      for (const path of ['/collections', '/']) {
        const { text } = await visit.getText(new URL(path === '/' ? `${root}/` : `${root}${path}`));
        for (const [handle, name] of categoryLinks(text)) {
          links.set(handle, links.get(handle) ?? name);
        }
        if (links.size > 0) {
          break;
        }
      }
      const found: Category[] = [];
      for (const [handle, name] of links) {
        const category = await reader.findCategory(handle);
        found.push({
          id: category?.id ?? handle,
          key: handle,
          name,
          path: [name],
          promised: category?.promised ?? null,
        });
      }
      return found;
    },
    async findCategory(handle) {
      try {
        const { text } = await visit.getText(new URL(categoryAddress(root, handle)), { optional: true });
        const category = categoryOnPage(text);
        const { storeName, currency } = pageFactsOf(text);
        facts.storeName ??= storeName;
        facts.currency ??= currency;
        const name = category?.name ?? handle;
        return category && { id: category.id, key: handle, name, path: [name], promised: category.promised };
      } catch (thrown) {
        closedWay(thrown);
        return null;
      }
    },
    sitemap: () => handlesInSitemap(visit, root),
    async keysOnPage({ key, search }, page) {
      const list =
        search === undefined ? new URL(categoryAddress(root, key)) : searchAddress(root, searchForm, search);
      list.searchParams.set('page', String(page));
      return productLinks((await visit.getText(list)).text);
    },
  };
  return reader;
}

function isPublished(item: unknown): boolean {
  return !isObject(item) || item.published !== false;
}

/** Returns the same items, with the missing descriptions added; these are requested together, and only when needed. */
async function withDescriptions(
  visit: Visit,
  root: string,
  items: readonly unknown[],
): Promise<readonly unknown[]> {
  const without = items.filter((item) => isObject(item) && item.description === undefined);
  const ids = without.flatMap((item) => identityOf(item).id ?? []);
  if (ids.length === 0) {
    return items;
  }
  try {
    const whole = new Map((await readByIds(visit, root, ids)).map((item) => [identityOf(item).id, item]));
    return items.map((item) => {
      const more = whole.get(identityOf(item).id);
      return isObject(item) && isObject(more) ? { ...item, ...more } : item;
    });
  } catch (thrown) {
    closedWay(thrown);
    return items;
  }
}
