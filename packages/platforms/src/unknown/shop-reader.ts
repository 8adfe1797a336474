import type { Category, Place, ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
import { sitemapPlaces } from '../collecting/sitemap.ts';
import { withoutLists } from '../collecting/without-lists.ts';
import { closedWay } from '../failures.ts';
import { atOnce, startVisit, type Visit } from '../http.ts';
import { leadsOn, productPath } from './leads.ts';
import { productOnPage } from './page.ts';

/** Parts of a sitemap that are read when none is named after products. */
const otherPartsMax = 20;
/** Where shops of several platforms show everything. */
const everywhere = ['/collections/all', '/shop', '/products'] as const;

/**
 * How a shop of a platform we do not know is read: page by page, each telling its product in forms meant for machines;
 * the sitemap names the pages of a whole shop. Keys are addresses below the shop's host.
 */
export const dialect: ShopDialect = {
  place(url, said): Place {
    const key = url.pathname + url.search;
    const isRoot = key === '/' || said === 'shop';
    return { root: url.origin, shop: url.host, scope: isRoot ? 'shop' : 'product', key: isRoot ? null : key };
  },
  open: async (place, visit) => openShop(place, visit),
  async preview(place, context) {
    if (place.key === null) {
      return { products: [], promised: null };
    }
    const reader = openShop(place, startVisit(context, atOnce));
    return { products: [await reader.readOne(place.key)], promised: 1 };
  },
};

function openShop({ root, shop }: Place, visit: Visit): ShopReader {
  const address = (key: string) => new URL(key, root).href;

  async function keysOnPage({ key }: Pick<Category, 'key'>, page: number): Promise<string[]> {
    const list = new URL(key, root);
    list.searchParams.set('page', String(page));
    const { text, url } = await visit.getText(list);
    const places = leadsOn(text, url).map((lead) => new URL(lead.url));
    return places.filter(({ origin }) => origin === root).map(({ pathname, search }) => pathname + search);
  }

  return {
    visit,
    root,
    ...withoutLists,
    async readOne(key) {
      const { text, url } = await visit.getText(new URL(key, root));
      return productOnPage(text, url, shop);
    },
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
    async sitemap() {
      const places = await sitemapPlaces(visit, new URL('/sitemap.xml', root), (all) => {
        const parts = all.filter((place) => /\.xml(\.gz)?$/.test(place.pathname) && place.origin === root);
        const named = parts.filter((place) => /product|produkt|produit|goods/i.test(place.pathname));
        return named.length > 0 ? named : parts.slice(0, otherPartsMax);
      });
      const pages = places.filter((place) => place.origin === root && productPath.test(place.pathname));
      return [...new Set(pages.map((place) => place.pathname + place.search))];
    },
  };
}

function everythingAt(key: string): Category {
  return { id: key, key, name: key, path: [], promised: null };
}
