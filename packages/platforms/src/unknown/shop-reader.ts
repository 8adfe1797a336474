import type { Product } from '@bowerbird/catalog/product';
import type { Category, Place, ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
import { withoutLists } from '../collecting/without-lists.ts';
import { closedWay } from '../failures.ts';
import { atOnce, startVisit, type Visit } from '../http.ts';
import { leadsOn } from './leads.ts';
import { productOnPage } from './page.ts';
import { isFrontPage, namesHost, type PartsMax, pagesInSitemap } from './sitemap.ts';

/** All parts that are named after products; the first ones where none is. */
const wholeSitemap: PartsMax = { named: 1000, other: 20 };
/** What a preview looks at: the beginning, and so many of its pages until one shows a product. */
const beginning: PartsMax = { named: 1, other: 3 };
const previewedMax = 3;
/** So many pages of a sitemap that tells nothing apart are looked at for a product. */
const samplesMax = 5;
/** Where shops of several platforms show everything. */
const everywhere = ['/collections/all', '/shop', '/products'] as const;

/**
 * How a shop of a platform we do not know is read: page by page, each telling its product in forms meant for machines;
 * the sitemap names the pages of a whole shop. Keys are addresses below the shop's host.
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
    const places = leadsOn(text, url).map((lead) => new URL(lead.url));
    return places
      .filter((lead) => lead.origin === root && !namesHost(lead))
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
    // The first of the usual places that shows products; where none does, the shop has no page of everything.
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

/** What the sitemap promises, and the first product it leads to. A shop without a sitemap may be collected all the same. */
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

/** The first of these pages that shows a product; null where none does. */
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
 * Keys of the product pages that the shop's sitemap names. Where neither parts nor paths tell them apart and one of some pages,
 * spread over the sitemap, shows a product, every page that may be one. Throws what the requests throw.
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
