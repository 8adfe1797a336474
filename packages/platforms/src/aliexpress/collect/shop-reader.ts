import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { saysNoProduct } from '../../collecting/pages/no-product.ts';
import type { Category, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { isOfOneProduct } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { textOf } from '../../reading/unread.ts';
import {
  isRussianSite,
  isWholeMarket,
  itemAddress,
  itemIdIn,
  listAddress,
  readAddress,
  searchAddress,
  storeIdIn,
  wordsSearched,
} from './address.ts';
import { categoryLinks } from './lists/category-links.ts';
import { type Card, type ListOnPage, listOnPage, pagesMax, sourceLink } from './lists/list-page.ts';
import { type StoreFacts, storeFacts, storeList, storeListAddress } from './lists/store-list.ts';
import { productOnPage } from './page.ts';
import { cleanDescription } from './product/description.ts';
import { blocked, refuseByAddress, refuseByBody } from './turned-away.ts';
import { withFactsMark } from './unstated.ts';

/**
 * How AliExpress is read without credentials: an item from its page; a search, a category and a store from the pages
 * that list their products. The marketplace as a whole is not a shop: it has no list of everything.
 */
export const dialect: ShopDialect = {
  place: readAddress,
  searchAddress,
  open: async (place, visit) => openShop(place, visit),
  async preview(place, context) {
    const reader = openShop(place, startVisit(context, atOnce), { withoutDescriptions: true });
    if (place.scope === 'product') {
      return { products: [await reader.readOne(place.key ?? '')], promised: 1 };
    }
    // One list page and the first of its products: more would need more than two requests.
    const [first] = await reader.firstKeys(place.key ?? '/');
    return { products: first === undefined ? [] : [await reader.readOne(first)], promised: null };
  },
};

/** Page limit of a store; real stores show a few hundred pages at most. */
const storePagesMax = 2000;
/** Descriptions are fetched only from the source's own hosts. */
const descriptionHost = /(?:^|\.)(?:alicdn|aliexpress|aliexpress-media)\.(?:com|us)$/;

interface OpenShop extends ShopReader {
  firstKeys(key: string): Promise<string[]>;
}

function openShop(
  { root, key: opened }: Place,
  visit: Visit,
  { withoutDescriptions = false } = {},
): OpenShop {
  const { hostname, host } = new URL(root);
  if (isRussianSite(hostname)) {
    throw new AppError('address.no-shop', `${host} is another house, which is not read`);
  }
  const stores = new Map<string, StoreFacts | null>();
  const lastPages = new Map<string, number>();
  let begun: string[] | null = null;

  async function page(url: URL): Promise<{ text: string; url: URL }> {
    try {
      const answer = await visit.getText(url);
      refuseByAddress(answer.url);
      return answer;
    } catch (thrown) {
      // The source never closes a single access path: a refusal is aimed at us, and the next request would be refused
      // too.
      throw thrown instanceof AppError && thrown.code === 'source.blocked-us' && thrown.params.status === 403
        ? blocked(url.host)
        : thrown;
    }
  }

  /** Reads a list page; one that came without its list is requested once more (`readme.md`). */
  async function list(url: URL): Promise<ListOnPage> {
    try {
      return listIn(await page(url));
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.params.reason === 'no-payload') {
        return listIn(await page(url));
      }
      throw thrown;
    }
  }

  async function keysOn(key: string, number: number): Promise<string[]> {
    if (number > (lastPages.get(key) ?? pagesMax)) {
      return [];
    }
    const { cards, isLast } = await list(listAddress(root, key, number));
    if (isLast) {
      lastPages.set(key, number);
    }
    return keysOf(cards);
  }

  /** Returns the seller behind a store's page; null when the page itself contains its products. */
  async function storeAt(key: string): Promise<StoreFacts | null> {
    const known = stores.get(key);
    if (known !== undefined) {
      return known;
    }
    const { text, url } = await page(new URL(key, root));
    const facts = storeFacts(text, url);
    if (facts.sellerId === null) {
      refuseByBody(text, url);
    }
    const store = facts.sellerId === null ? null : facts;
    stores.set(key, store);
    return store;
  }

  /** Rejects the whole marketplace: it has categories, but no list of everything. */
  function refuseWholeMarket(key: string): void {
    if (key === '/' && isWholeMarket(hostname)) {
      throw new AppError(
        'address.no-shop',
        `${host} is a marketplace: name a store, a category, a search or an item`,
      );
    }
  }

  async function keysInStore(key: string, number: number): Promise<string[]> {
    refuseWholeMarket(key);
    if (number > (lastPages.get(key) ?? storePagesMax)) {
      return [];
    }
    const store = await storeAt(key);
    if (store?.sellerId == null) {
      return await keysOn(key, number);
    }
    const url = storeListAddress(root, store.sellerId, number);
    const { cards, pages } = storeList((await page(url)).text, url);
    lastPages.set(key, pages);
    return keysOf(cards);
  }

  const keysAt = async (key: string, number: number) =>
    key === '/' || storeIdIn(key) !== null ? await keysInStore(key, number) : await keysOn(key, number);

  async function described(product: Product): Promise<Product> {
    const address = textOf(product.extra.aliexpress?.descriptionUrl);
    const url = address === null ? null : URL.parse(address, root);
    if (withoutDescriptions || url === null || !(descriptionHost.test(url.hostname) || url.origin === root)) {
      return product;
    }
    try {
      const answer = await visit.getText(url);
      refuseByAddress(answer.url);
      refuseByBody(answer.text, answer.url);
      return { ...product, descriptionHtml: cleanDescription(answer.text, url.href) };
    } catch (thrown) {
      if (!(thrown instanceof AppError) || (url.origin === root && !isOfOneProduct(thrown))) {
        throw thrown;
      }
      // Only the description is missing, and the product is marked accordingly.
      const own = { ...product.extra.aliexpress, descriptionMissing: true };
      return { ...product, extra: { ...product.extra, aliexpress: own } };
    }
  }

  return {
    visit,
    root,
    promised: null,
    identityOf: () => ({ id: null, key: null }),
    read: async () => [],
    async readOne(key) {
      const { text, url } = await page(new URL(itemAddress(root, key)));
      return withFactsMark(await described(productOnPage(text, url)), 'page-state');
    },
    firstKeys: async (key) =>
      key === '/' || storeIdIn(key) !== null ? await firstOfStore(key) : await keysOn(key, 1),
    productAddress: (key) => itemAddress(root, key),
    categoryAddress: (key) => new URL(key, root).href,
    wordsOf: (key) => wordsSearched(key) ?? key,
    async categories() {
      const { text, url } = await page(new URL('/', root));
      const found = categoryLinks(text);
      if (found.length === 0) {
        refuseByBody(text, url);
      }
      return found;
    },
    findCategory: async (key) => categoryOf(key),
    // Reports why a store cannot be read, before its products are counted.
    async begin() {
      begun = await keysAt(opened ?? '/', 1);
    },
    // No sitemap lists products; a store's own list takes its place.
    async sitemap() {
      const keys = new Set<string>();
      for (let number = 1; number <= storePagesMax; number += 1) {
        const before = keys.size;
        const found = number === 1 && begun !== null ? begun : await keysAt(opened ?? '/', number);
        for (const key of found) {
          keys.add(key);
        }
        if (keys.size === before) {
          break;
        }
      }
      return [...keys];
    },
    keysOnPage: ({ key }, number) => keysAt(key, number),
  };

  /**
   * Returns first products for a preview that may send two requests: those that the store's page links to, otherwise
   * the beginning of its list.
   */
  async function firstOfStore(key: string): Promise<string[]> {
    refuseWholeMarket(key);
    const { text, url } = await page(new URL(key, root));
    try {
      return keysOf(listOnPage(text, url).cards);
    } catch (thrown) {
      if (saysNoProduct(thrown)) {
        return [];
      }
      throw thrown;
    }
  }
}

/**
 * Returns the list on a page. For a short link that led to an item, the list is that item, without the items its page
 * recommends.
 */
function listIn({ text, url }: { text: string; url: URL }): ListOnPage {
  const id = itemIdIn(url.pathname);
  return id === null ? listOnPage(text, url) : { cards: [sourceLink(id)], total: 1, isLast: true };
}

function keysOf(cards: readonly Card[]): string[] {
  return cards.map(({ id }) => id);
}

/** Returns a list described by its address: the search text, the category's name or the store's number. */
function categoryOf(key: string): Category {
  const url = new URL(key, 'https://list.invalid');
  const words = wordsSearched(key);
  const store = storeIdIn(url.pathname);
  const last = url.pathname.split('/').findLast(Boolean) ?? key;
  const slug = last.replace(/\.html$/, '');
  const name = words ?? (store === null ? slug.replaceAll('-', ' ') : `Store ${store}`);
  return { id: /\/category\/(\d+)/.exec(url.pathname)?.[1] ?? key, key, name, path: [name], promised: null };
}
