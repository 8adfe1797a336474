import { productAddress, readAddress } from '../../collecting/links/handle-address.ts';
import { handlesInSitemap } from '../../collecting/links/handle-sitemap.ts';
import { productLinks } from '../../collecting/links/links.ts';
import type { Category, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { withoutLists } from '../../collecting/without-lists.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { productOnPage } from './page.ts';

/**
 * How a classic shop is read: page by page, found through its sitemap or its categories (`readme.md`, Product pages).
 */
export const dialect: ShopDialect = {
  place(url): Place {
    const address = readAddress(url);
    const category = /^\/categories\/([^/]+)/.exec(url.pathname)?.[1];
    return category === undefined ? address : { ...address, scope: 'category', key: category };
  },
  open: async (place, visit) => openShop(place, visit),
  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const reader = openShop(place, visit);
    if (place.scope === 'product' && place.key !== null) {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    const list = place.key === null ? `${place.root}/` : reader.categoryAddress(place.key);
    const [first] = productLinks((await visit.getText(new URL(list))).text);
    return { products: first === undefined ? [] : [await reader.readOne(first)], promised: null };
  },
};

/** The page of all products (assumed). */
const everything: Category = { id: '/products', key: '/products', name: '', path: [], promised: null };

function openShop({ root, shop }: Place, visit: Visit): ShopReader {
  const categoryAddress = (key: string) =>
    key === everything.key
      ? `${root}${everything.key}`
      : `${root}/categories/${encodeURIComponent(key.toWellFormed())}`;
  return {
    visit,
    root,
    ...withoutLists,
    async readOne(handle) {
      const { text, url } = await visit.getText(new URL(productAddress(root, handle)));
      return productOnPage(text, url, shop);
    },
    productAddress: (handle) => productAddress(root, handle),
    categoryAddress,
    async categories() {
      const { text } = await visit.getText(new URL(`${root}/`));
      const links = text.matchAll(
        /href=["'][^"']{0,300}?\/categories\/([^"'/?#]{1,200})["'][^>]{0,500}>([^<]{1,200})</g,
      );
      const named = new Map([...links].map(([, key = '', name = '']) => [key, plainText(name)]));
      return [...named].map(([key, name]) => ({ id: key, key, name, path: [name], promised: null }));
    },
    async findCategory(key) {
      return { id: key, key, name: key, path: [key], promised: null };
    },
    sitemap: () => handlesInSitemap(visit, root),
    everything: async () => everything,
    async keysOnPage({ key }, page) {
      const { text } = await visit.getText(new URL(`${categoryAddress(key)}?page=${page}`));
      return productLinks(text);
    },
  };
}
