import { AppError } from '@bowerbird/contract/errors';
import type { Category } from '../../../collecting/shop-reader.ts';
import { entriesOnPage } from '../../../collecting/wordpress/loop.ts';
import { listPage, pageRequested } from '../../../collecting/wordpress/place.ts';
import { everything } from '../../../collecting/wordpress/preview.ts';
import { trimmed } from '../../../collecting/wordpress/root.ts';
import { wordpressSitemap } from '../../../collecting/wordpress/sitemap.ts';
import type { Visit } from '../../../net/http.ts';
import { bodyClasses } from '../../../reading/html/body-classes.ts';
import { readHtmlFacts } from '../../../reading/html/html-facts.ts';
import { readAddress, searchAddress } from '../address.ts';
import { linkedCategories } from './linked-categories.ts';

/** Products on a page as shoppers see it, by their keys. */
export type Entries = Map<string, URL>;

/** Reads products of the shop with this root from its pages and its sitemap, for what its API does not return. */
export function productPages(visit: Visit, root: string) {
  const folder = trimmed(new URL(root).pathname);
  /** Addresses of categories, according to the front page. */
  const shownAt = new Map<string, URL>();
  const keyOf = (url: URL) => readAddress(url, 'product', folder).key;

  return {
    /**
     * Returns the first page of a category or of all products; a shop may have a category elsewhere, and redirect
     * there.
     */
    categoryAddress,

    /** Returns the address of a product's page: the one that was requested, else by its key. */
    productAddress(key: string): URL {
      const number = /^id:(\d+)$/.exec(key)?.[1];
      const byKey =
        number === undefined
          ? `${root}/product/${encodeURIComponent(key.toWellFormed())}/`
          : `${root}/?p=${number}`;
      return pageRequested(visit, { root, scope: 'product', key }) ?? new URL(byKey);
    },

    /** Returns the categories that the front page links to: all that is known of them where the API is closed. */
    async categories(): Promise<Category[]> {
      const { text, url } = await visit.getText(new URL(`${root}/`));
      return linkedCategories(text, url, folder).map((linked) => {
        shownAt.set(linked.category.key, linked.url);
        return linked.category;
      });
    },

    /**
     * Returns the products that the sitemap names. Throws what its first request throws where none of it can be read.
     */
    async sitemap(): Promise<Entries> {
      // A part for products also names the shop's own page.
      const isProduct = (url: URL) => url.pathname.slice(folder.length).split('/').filter(Boolean).length > 1;
      return await wordpressSitemap(visit, root, 'product', (url) => (isProduct(url) ? keyOf(url) : null));
    },

    /**
     * Returns the products on one page of a category, a search or of all products; none past the last page. Throws
     * `source.gone` where the page of all products shows none on its first page: then there is no such page.
     */
    async entries(category: Category, page: number): Promise<Entries> {
      const found = await entriesAt(pageAddress(category, page));
      if (category === everything && page === 1 && found.length === 0) {
        throw new AppError('source.gone', `${root} has no page of all products`, { params: { status: 404 } });
      }
      return new Map(
        found.flatMap((url): [string, URL][] => {
          const key = keyOf(url);
          return key === null ? [] : [[key, url]];
        }),
      );
    },
  };

  /** There are no products past the last page; a search that finds only one product redirects to its page. */
  async function entriesAt(address: URL): Promise<URL[]> {
    try {
      const { text, url } = await visit.getText(address);
      if (bodyClasses(text).has('single-product')) {
        const { canonical } = readHtmlFacts(text);
        return [URL.parse(canonical ?? '', url) ?? url];
      }
      return entriesOnPage(text, url, 'product');
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'source.gone') {
        return [];
      }
      throw thrown;
    }
  }

  function categoryAddress(key: string): URL {
    if (key === everything.key) {
      return new URL(`${root}/shop/`);
    }
    return (
      pageRequested(visit, { root, scope: 'category', key }) ??
      shownAt.get(key) ??
      new URL(`${root}/product-category/${encodeURIComponent(key.toWellFormed())}/`)
    );
  }

  /** Returns the address of a page of a category or a search, as shoppers see it. */
  function pageAddress({ key, search }: Category, page: number): URL {
    return listPage(
      search === undefined ? categoryAddress(key) : searchAddress(new URL(`${root}/`), search),
      page,
    );
  }
}
