import { categoryAddress, productAddress, readAddress } from '../../collecting/links/handle-address.ts';
import { handlesInSitemap } from '../../collecting/links/handle-sitemap.ts';
import { productLinks } from '../../collecting/links/links.ts';
import type { Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { allProducts, linkedCategories, withoutLists } from '../../collecting/without-lists.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { productOnPage } from './page.ts';
import type { ShopFacts } from './schema.ts';

/**
 * How a Shopyy shop is read without a token: it has no public lists, so from its sitemap and pages (`readme.md`, Public
 * endpoints).
 */
export const dialect: ShopDialect = {
  place: readAddress,
  open: async (place, visit) => openShop(place, visit),
  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const reader = openShop(place, visit);
    if (place.key !== null && place.scope === 'product') {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    // One list page and the first of its products: more would need more than two requests.
    const list = place.key === null ? `${place.root}/` : categoryAddress(place.root, place.key);
    const [first] = productLinks((await visit.getText(new URL(list))).text);
    return { products: first === undefined ? [] : [await reader.readOne(first)], promised: null };
  },
};

function openShop({ root, shop }: Place, visit: Visit): ShopReader {
  const facts: ShopFacts = { root, shop, storeName: null, currency: null };
  const reader: ShopReader = {
    visit,
    root,
    ...withoutLists,
    async readOne(handle) {
      const { text, url } = await visit.getText(new URL(productAddress(root, handle)));
      return productOnPage(text, url, facts);
    },
    productAddress: (handle) => productAddress(root, handle),
    categoryAddress: (handle) => categoryAddress(root, handle),
    categories: () => linkedCategories(visit, root),
    async findCategory(key) {
      const { text } = await visit.getText(new URL(categoryAddress(root, key)));
      const name = plainText(/<h1[^<>]{0,500}>([^<]{1,400})</.exec(text)?.[1] ?? '') || key;
      return { id: key, key, name, path: [name], promised: null };
    },
    sitemap: () => handlesInSitemap(visit, root),
    everything: async () => allProducts,
    async keysOnPage({ key }, page) {
      const { text } = await visit.getText(new URL(`${categoryAddress(root, key)}?page=${page}`));
      return productLinks(text);
    },
  };
  return reader;
}
