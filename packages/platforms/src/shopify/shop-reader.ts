import { categoryAddress, productAddress, readAddress } from '../collecting/handle-address.ts';
import { foundLinks, productLinks } from '../collecting/links.ts';
import { ofOneProduct } from '../collecting/reading.ts';
import { readWithSearch, searchAddress } from '../collecting/search-address.ts';
import type { ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
import { findCategory, listCategories } from './categories.ts';
import { feedPages } from './feed.ts';
import { oneProductReader } from './one-product.ts';
import { permanentRoot } from './permanent-host.ts';
import { preview } from './preview.ts';
import { identityOf, readProduct, type ShopFacts } from './schema.ts';
import { searchForm, searchPage } from './search.ts';
import { readShopMeta, sessionCurrency } from './shop-facts.ts';
import { sitemapHandles } from './sitemap.ts';

/** How a Shopify shop is read. Opening one costs one request, of which nothing depends. */
export const dialect: ShopDialect = {
  place: (url) => readWithSearch(url, searchForm),
  searchAddress: (shop, words) => searchAddress(readAddress(shop).root, searchForm, words),
  preview,

  async open({ root, shop }, visit) {
    const meta = await readShopMeta(visit, root);
    const facts: Omit<ShopFacts, 'root'> = { shop, storeName: meta.name, currency: null };
    const readOne = oneProductReader(visit);
    let currencyAsked = false;

    async function learnCurrency(items: readonly unknown[]): Promise<void> {
      const { handle } = identityOf(items[0]);
      if (!currencyAsked && handle !== null) {
        currencyAsked = true;
        facts.currency = (await sessionCurrency(visit, reader.root, handle)) ?? meta.currency;
      }
    }

    const reader: ShopReader = {
      visit,
      root,
      promised: meta.promised,
      identityOf(item) {
        const { id, handle } = identityOf(item);
        return { id, key: handle };
      },
      pages(category, from, expected) {
        // What a search finds stands on pages alone.
        if (category?.search !== undefined) {
          return null;
        }
        const list = category === null ? reader.root : categoryAddress(reader.root, category.key);
        return feedPages(visit, list, from, expected);
      },
      async read(items, categories) {
        await learnCurrency(items);
        return items.map((item) => {
          try {
            return readProduct(item, { ...facts, root: reader.root }, categories);
          } catch (thrown) {
            const { handle } = identityOf(item);
            return { address: reader.productAddress(handle ?? ''), failure: ofOneProduct(thrown) };
          }
        });
      },
      readOne: (handle) =>
        readOne(handle, { ...facts, root: reader.root, currency: facts.currency ?? meta.currency }),
      productAddress: (handle) => productAddress(reader.root, handle),
      categoryAddress: (handle) => categoryAddress(reader.root, handle),
      categories: () => listCategories(visit, reader.root),
      findCategory: (handle) => findCategory(visit, reader.root, handle),
      sitemap: () => sitemapHandles(visit, reader.root),
      async keysOnPage({ key, search }, page) {
        if (search !== undefined) {
          return foundLinks((await visit.getText(searchPage(reader.root, search, page))).text);
        }
        const list = categoryAddress(reader.root, key);
        return productLinks((await visit.getText(new URL(`${list}?page=${page}`))).text);
      },
      elsewhere: (refusal) => permanentRoot(visit, reader.root, meta.permanentHost, refusal),
    };
    return reader;
  },
};
