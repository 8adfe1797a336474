import { categoryAddress, productAddress, readAddress } from '../../collecting/links/handle-address.ts';
import { foundLinks, productLinks } from '../../collecting/links/links.ts';
import { readWithSearch, searchAddress } from '../../collecting/links/search-address.ts';
import { ofOneProduct } from '../../collecting/reading.ts';
import type { ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { readAhead } from '../../net/read-ahead.ts';
import { isObject } from '../../reading/unread.ts';
import { findCategory, listCategories } from './categories.ts';
import { feedPages } from './feed.ts';
import type { StockNote } from './inventory/inventory.ts';
import { type ProductForm, stockReader } from './inventory/stock.ts';
import { oneProductReader } from './one-product.ts';
import { permanentRoot } from './permanent-host.ts';
import { preview } from './preview.ts';
import { identityOf, readProduct, type ShopFacts } from './schema.ts';
import { searchForm, searchPage } from './search.ts';
import { readShopMeta, sessionCurrency } from './shop-facts.ts';
import { sitemapHandles } from './sitemap.ts';
import { withFormMark } from './unstated.ts';

/** Number of products of a list that are read and saved together with their inventory: each costs a request. */
const stockPart = 20;

/** How a Shopify shop is read. Opening one costs one request, on which nothing depends. */
export const dialect: ShopDialect = {
  place: (url) => readWithSearch(url, searchForm),
  searchAddress: (shop, words) => searchAddress(readAddress(shop).root, searchForm, words),
  preview,

  async open({ root, shop }, visit, { stock = false } = {}) {
    const meta = await readShopMeta(visit, root);
    const facts: Omit<ShopFacts, 'root'> = { shop, storeName: meta.name, currency: null };
    const stockOf = stock ? stockReader(visit) : null;
    const readOne = oneProductReader(visit, stockOf && addStock);
    let currencyRequested = false;

    async function learnCurrency(items: readonly unknown[]): Promise<void> {
      const { handle } = identityOf(items[0]);
      if (!currencyRequested && handle !== null) {
        currencyRequested = true;
        facts.currency = (await sessionCurrency(visit, reader.root, handle)) ?? meta.currency;
      }
    }

    /**
     * Returns a product as it was sent, with its inventory; null where inventory is not wanted, or where the data names
     * no product.
     */
    async function addStock(sent: unknown, handle: string | null, read: ProductForm | null) {
      return stockOf === null || handle === null || !isObject(sent)
        ? null
        : await stockOf(sent, handle, reader.root, read);
    }

    /**
     * Returns a list's products with their inventory, in their order, with as many concurrent requests as the shop
     * tolerates.
     */
    async function withStock(
      items: readonly unknown[],
    ): Promise<{ item: unknown; note: StockNote | null }[]> {
      if (stockOf === null || items.length === 0) {
        return items.map((item) => ({ item, note: null }));
      }
      const last = items.length - 1;
      const reads = readAhead({
        from: 0,
        read: (at) => addStock(items[at], identityOf(items[at]).handle, null),
        width: () => visit.width(new URL(reader.root)),
        worth: (at) => at <= last,
        isLast: (_, at) => at === last,
      });
      const read: { item: unknown; note: StockNote | null }[] = [];
      for await (const { place, answer } of reads) {
        read.push({ item: answer?.sent ?? items[place], note: answer?.note ?? null });
      }
      return read;
    }

    const reader: ShopReader = {
      visit,
      root,
      ...(stock && { partSize: stockPart }),
      promised: meta.promised,
      identityOf(item) {
        const { id, handle } = identityOf(item);
        return { id, key: handle };
      },
      pages(category, from, expected) {
        // Search results are only on pages.
        if (category?.search !== undefined) {
          return null;
        }
        const list = category === null ? reader.root : categoryAddress(reader.root, category.key);
        return feedPages(visit, list, from, expected);
      },
      async read(items, categories) {
        await learnCurrency(items);
        return (await withStock(items)).map(({ item, note }) => {
          try {
            const product = readProduct(item, { ...facts, root: reader.root, stock: note }, categories);
            return withFormMark(product, 'feed', item);
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
