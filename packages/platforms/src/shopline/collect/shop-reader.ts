import { AppError } from '@bowerbird/contract/errors';
import { categoryAddress, productAddress, readAddress } from '../../collecting/links/handle-address.ts';
import { handlesInSitemap } from '../../collecting/links/handle-sitemap.ts';
import { productLinks } from '../../collecting/links/links.ts';
import { readWithSearch, searchAddress } from '../../collecting/links/search-address.ts';
import type { Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { allProducts, linkedCategories, withoutLists } from '../../collecting/without-lists.ts';
import { closedWay } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { readPageHead } from '../../reading/html/html-facts.ts';
import { isObject, itemsOf, textOf, wholeOf } from '../../reading/unread.ts';
import { keysOnList, pageFactsOf, productOnPage, totalOn } from './page.ts';
import { readProduct, type ShopFacts, withCallMark } from './schema.ts';
import { searchForm, searchPage } from './search.ts';
import { stockReader } from './stock.ts';

/**
 * How a SHOPLINE shop is read: handles from its sitemap or its lists, each product by the official call for one handle.
 */
export const dialect: ShopDialect = {
  place: (url) => readWithSearch(url, searchForm),
  searchAddress: (shop, words) => searchAddress(readAddress(shop).root, searchForm, words),
  open: async (place, visit, wishes = {}) => openShop(place, visit, wishes.stock === true),
  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    if (place.key !== null && place.scope === 'product') {
      const { text, url } = await visit.getText(new URL(productAddress(place.root, place.key)));
      const facts = { ...place, storeName: null, currency: pageFactsOf(text).currency };
      return { products: [productOnPage(text, url, facts)], promised: 1 };
    }
    const { text } = await visit.getText(listed(place));
    const [first] = handlesOn(text);
    const facts = { ...place, storeName: null, currency: pageFactsOf(text).currency };
    const sent = first === undefined ? null : await requestOne(visit, place.root, first);
    return { products: sent === null ? [] : [readProduct(sent, facts)], promised: null };
  },
};

function openShop({ root, shop }: Place, visit: Visit, wantsStock: boolean): ShopReader {
  const stock = stockReader(visit, root, wantsStock);
  let learned: Promise<ShopFacts> | null = null;
  let callClosed = false;

  /** Reads the currency from the front page, without which no amount can be read. Requested once. */
  function facts(): Promise<ShopFacts> {
    learned ??= (async () => {
      const { text } = await visit.getText(new URL(`${root}/`));
      const { currency } = pageFactsOf(text);
      const { meta } = readPageHead(text.slice(0, 200_000), ['og:site_name']);
      return { root, shop, storeName: textOf(meta.get('og:site_name')), currency };
    })();
    return learned;
  }

  /** Infinite-scroll themes show their first page for every page number (`readme.md`). */
  const scrolls = new Set<string>();
  const firstKeys = new Map<string, string[]>();

  /** Requests what such a theme requests when a visitor scrolls down (`readme.md`). */
  async function nextOnScroll(list: URL): Promise<string[]> {
    for (const [name, value] of [
      ['view', 'ajax'],
      ['isJsonSettings', 'true'],
      ['loadMore', 'true'],
    ] as const) {
      list.searchParams.set(name, value);
    }
    return handlesOn((await visit.getText(list)).text);
  }

  const reader: ShopReader = {
    visit,
    root,
    ...withoutLists,
    async readOne(handle) {
      const known = await facts();
      if (!callClosed) {
        try {
          const sent = await requestOne(visit, root, handle);
          return withCallMark(stock.noted(readProduct(sent, known, await stock.of(sent))), sent);
        } catch (thrown) {
          const failure = closedWay(thrown);
          if (failure.code === 'source.price-unreadable' || failure.code === 'source.product-unreadable') {
            throw failure;
          }
          // A single missing product does not mean that the call is closed.
          callClosed ||= failure.code !== 'source.gone' || failure.params.status === 404;
        }
      }
      const { text, url } = await visit.getText(new URL(productAddress(root, handle)));
      return stock.noted(productOnPage(text, url, known));
    },
    productAddress: (handle) => productAddress(root, handle),
    categoryAddress: (handle) => categoryAddress(root, handle),
    categories: () => linkedCategories(visit, root),
    async findCategory(key) {
      const { text } = await visit.getText(new URL(categoryAddress(root, key)));
      const { meta, title } = readPageHead(text.slice(0, 200_000), ['og:title']);
      const name = textOf(meta.get('og:title')) ?? title ?? key;
      const promised = totalOn(text) ?? wholeOf(/"total"\s*:\s*(\d{1,9})/.exec(text)?.[1]);
      return { id: key, key, name, path: [name], promised };
    },
    sitemap: () => handlesInSitemap(visit, root),
    async everything() {
      try {
        const { text } = await visit.getText(new URL(categoryAddress(root, allProducts.key)));
        return { ...allProducts, promised: totalOn(text) };
      } catch (thrown) {
        closedWay(thrown);
        return allProducts;
      }
    },
    async keysOnPage({ key, search }, page) {
      const list =
        search === undefined
          ? new URL(`${categoryAddress(root, key)}?page_num=${page}&page_size=50`)
          : searchPage(root, search, page);
      if (scrolls.has(list.pathname)) {
        return await nextOnScroll(list);
      }
      const keys = handlesOn((await visit.getText(list)).text);
      const before = firstKeys.get(list.pathname);
      if (page === 1) {
        firstKeys.set(list.pathname, keys);
      } else if (keys.length > 0 && before !== undefined && sameKeys(keys, before)) {
        scrolls.add(list.pathname);
        return await nextOnScroll(list);
      }
      return keys;
    },
  };
  return reader;
}

/** Returns the page of a place that is not a product. */
function listed({ root, scope, key }: Place): URL {
  return scope === 'search'
    ? searchPage(root, key ?? '', 1)
    : new URL(key === null ? `${root}/collections/all` : categoryAddress(root, key));
}

/**
 * Returns the handles on a page; none when the page itself says that its list is empty, because it then shows
 * recommendations.
 */
function handlesOn(html: string): string[] {
  if (totalOn(html) === 0) {
    return [];
  }
  const keys = keysOnList(html);
  return keys.length > 0 ? keys : productLinks(html);
}

function sameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}

/** Requests one complete product by its handle: the official storefront call. */
async function requestOne(visit: Visit, root: string, handle: string): Promise<unknown> {
  const url = new URL(`${root}/api/product/products.json`);
  url.searchParams.set('handle', handle);
  const body = await visit.getJson(url);
  if (!isObject(body) || !Array.isArray(body.products)) {
    throw new AppError('source.page-not-understood', `${url.href} holds no products`, {
      params: { address: url.href },
    });
  }
  const [product] = itemsOf(body.products);
  if (product === undefined) {
    throw new AppError('source.gone', `${root} has no product ${handle}`);
  }
  return product;
}
