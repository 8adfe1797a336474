import { AppError } from '@bowerbird/contract/errors';
import { bodyClasses } from '../body-classes.ts';
import type { Category } from '../collecting/shop-reader.ts';
import { entriesOnPage } from '../collecting/wordpress-loop.ts';
import { listPage, pageAsked } from '../collecting/wordpress-place.ts';
import { everything } from '../collecting/wordpress-preview.ts';
import { trimmed } from '../collecting/wordpress-root.ts';
import { wordpressSitemap } from '../collecting/wordpress-sitemap.ts';
import { readHtmlFacts } from '../html-facts.ts';
import type { Visit } from '../http.ts';
import { readAddress, searchAddress } from './address.ts';
import { linkedCategories } from './linked-categories.ts';

/** Products on a page as shoppers see it, by their keys. */
export type Entries = Map<string, URL>;

/** Products of the shop with this root as its pages and its sitemap show them, for what its API does not tell. */
export function productPages(visit: Visit, root: string) {
  const folder = trimmed(new URL(root).pathname);
  /** Where the front page says that a category stands. */
  const shownAt = new Map<string, URL>();
  const keyOf = (url: URL) => readAddress(url, 'product', folder).key;

  return {
    /** The first page of a category or of all products; a shop may have a category elsewhere, and lead there. */
    categoryAddress,

    /** A product's page: the one that was asked for, else by its key. */
    productAddress(key: string): URL {
      const number = /^id:(\d+)$/.exec(key)?.[1];
      const byKey =
        number === undefined
          ? `${root}/product/${encodeURIComponent(key.toWellFormed())}/`
          : `${root}/?p=${number}`;
      return pageAsked(visit, { root, scope: 'product', key }) ?? new URL(byKey);
    },

    /** The categories that the front page links to: all that is told of them where the API is closed. */
    async categories(): Promise<Category[]> {
      const { text, url } = await visit.getText(new URL(`${root}/`));
      return linkedCategories(text, url, folder).map((linked) => {
        shownAt.set(linked.category.key, linked.url);
        return linked.category;
      });
    },

    /** What the sitemap names. Throws what its first request throws where none of it can be read. */
    async sitemap(): Promise<Entries> {
      // A part for products names the shop's own page too.
      const isProduct = (url: URL) => url.pathname.slice(folder.length).split('/').filter(Boolean).length > 1;
      return await wordpressSitemap(visit, root, 'product', (url) => (isProduct(url) ? keyOf(url) : null));
    },

    /**
     * The products on one page of a category, a search or of all; none behind the last. Throws `source.gone` where the page of
     * all products shows none at once: then there is no such page.
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

  /** Behind the last page there is none; a search that finds one product alone leads to its own page. */
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
      pageAsked(visit, { root, scope: 'category', key }) ??
      shownAt.get(key) ??
      new URL(`${root}/product-category/${encodeURIComponent(key.toWellFormed())}/`)
    );
  }

  /** A page of a category or a search, as shoppers see it. */
  function pageAddress({ key, search }: Category, page: number): URL {
    return listPage(
      search === undefined ? categoryAddress(key) : searchAddress(new URL(`${root}/`), search),
      page,
    );
  }
}
