import type { Place, ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
import { sitemapPlaces } from '../collecting/sitemap.ts';
import { withoutLists } from '../collecting/without-lists.ts';
import { atOnce, startVisit, type Visit } from '../http.ts';
import { productOnPage } from './page.ts';

/** Parts of a sitemap that are read when none is named after products. */
const otherPartsMax = 20;
/** Words that paths of products bear. */
export const productPath =
  /\/(products?|produkte?|produits?|productos?|item|items|goods|shop|p|dp|detail)\/[^/]/i;

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
