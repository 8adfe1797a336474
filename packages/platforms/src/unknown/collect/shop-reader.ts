import type { Product } from '@bowerbird/catalog/product';
import type { Category, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { withoutLists } from '../../collecting/without-lists.ts';
import { closedWay } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { productOnPage } from './page.ts';
import { isFrontPage, namesHost, type PartsMax, pagesInSitemap } from './sitemap.ts';
import { sourceLinksOn } from './source-links.ts';

/** All parts that are named after products; otherwise the first ones. */
const wholeSitemap: PartsMax = { named: 1000, other: 20 };
/** What a preview reads: the beginning, and at most this many pages until one shows a product. */
const beginning: PartsMax = { named: 1, other: 3 };
const previewedMax = 3;
/** Number of pages checked for a product, in a sitemap that does not distinguish its pages. */
const samplesMax = 5;
/** Paths at which shops of several platforms list all products. */
const everywhere = ['/collections/all', '/shop', '/products'] as const;

/**
 * How a shop of an unknown platform is read: page by page, each with its product in machine-readable formats; the
 * sitemap names the pages of a whole shop. Keys are addresses below the shop's host.
 */
export const dialect: ShopDialect = {
  place(url, said): Place {
    const key = url.pathname + url.search;
    const isRoot = key === '/' || said === 'shop' || (said !== 'product' && isFrontPage(url));
    return { root: url.origin, shop: url.host, scope: isRoot ? 'shop' : 'product', key: isRoot ? null : key };
  },
  open: async (place, visit) => openShop(place, visit),
  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const reader = openShop(place, visit);
    return place.key === null
      ? await previewOfShop(visit, place.root, reader)
      : { products: [await reader.readOne(place.key)], promised: 1 };
  },
};

function openShop({ root, shop }: Place, visit: Visit): ShopReader {
  const address = (key: string) => new URL(key, root).href;

  async function keysOnPage({ key }: Pick<Category, 'key'>, page: number): Promise<string[]> {
    const list = new URL(key, root);
    list.searchParams.set('page', String(page));
    const { text, url } = await visit.getText(list);
    const places = sourceLinksOn(text, url).map((sourceLink) => new URL(sourceLink.url));
    return places
      .filter((sourceLink) => sourceLink.origin === root && !namesHost(sourceLink))
      .map(({ pathname, search }) => pathname + search);
  }

  return {
    visit,
    root,
    ...withoutLists,
    readOne: (key) => readOne(visit, new URL(key, root), shop),
    productAddress: address,
    categoryAddress: address,
    categories: async () => [],
    findCategory: async () => null,
    keysOnPage,
    // Returns the first of the usual paths that shows products; when none does, the shop has no page of all products.
    async everything() {
      for (const key of everywhere) {
        try {
          if ((await keysOnPage({ key }, 1)).length > 0) {
            return everythingAt(key);
          }
        } catch (thrown) {
          closedWay(thrown);
        }
      }
      return everythingAt(everywhere[0]);
    },
    sitemap: async () => (await productPages(visit, root, wholeSitemap)).keys,
  };
}

/**
 * Returns the number that the sitemap promises, and the first product it leads to. A shop without a sitemap can still
 * be collected.
 */
async function previewOfShop(visit: Visit, root: string, { readOne: read }: Pick<ShopReader, 'readOne'>) {
  try {
    const { keys, isWhole } = await productPages(visit, root, beginning);
    const product = await firstProduct(read, keys.slice(0, previewedMax));
    return { products: product === null ? [] : [product], promised: isWhole ? keys.length : null };
  } catch (thrown) {
    closedWay(thrown);
    return { products: [], promised: null };
  }
}

async function readOne(visit: Visit, address: URL, shop: string): Promise<Product> {
  const { text, url } = await visit.getText(address);
  return productOnPage(text, url, shop);
}

/** Returns the first of these pages that shows a product; null when none does. */
async function firstProduct(
  read: (key: string) => Promise<Product>,
  keys: readonly string[],
): Promise<Product | null> {
  for (const key of keys) {
    try {
      return await read(key);
    } catch (thrown) {
      closedWay(thrown);
    }
  }
  return null;
}

/**
 * Returns the keys of the product pages that the shop's sitemap names. When neither parts nor paths distinguish them
 * and one of several sample pages, spread over the sitemap, shows a product, returns every page that may be one. Throws
 * what the requests throw.
 */
export async function productPages(
  visit: Visit,
  root: string,
  partsMax: PartsMax,
): Promise<{ sitemap: string; keys: string[]; isWhole: boolean }> {
  const { products, others, ...about } = await pagesInSitemap(visit, root, partsMax);
  if (products.length > 0) {
    return { ...about, keys: products };
  }
  const step = Math.max(1, Math.ceil(others.length / samplesMax));
  const samples = others.filter((_, at) => at % step === 0);
  const product = await firstProduct((key) => readOne(visit, new URL(key, root), root), samples);
  return { ...about, keys: product === null ? [] : others };
}

function everythingAt(key: string): Category {
  return { id: key, key, name: key, path: [], promised: null };
}
