import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../../collecting/collector.ts';
import { ofOneProduct } from '../../collecting/reading.ts';
import type { Category, ListPage, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { wordpressFeed } from '../../collecting/wordpress/feed.ts';
import { entriesOnPage } from '../../collecting/wordpress/loop.ts';
import { listPage, locate, pageRequested } from '../../collecting/wordpress/place.ts';
import { everything, previewOfPages } from '../../collecting/wordpress/preview.ts';
import { type ApiPage, decodedSlug, pageSize, pageWithin, restApi } from '../../collecting/wordpress/rest.ts';
import { trimmed } from '../../collecting/wordpress/root.ts';
import { wordpressSitemap } from '../../collecting/wordpress/sitemap.ts';
import { listTerms } from '../../collecting/wordpress/terms.ts';
import { closedWay } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { readAhead } from '../../net/read-ahead.ts';
import { idOf, isObject, textOf } from '../../reading/unread.ts';
import { readAddress, searchAddress, sitePaths } from './address.ts';
import { productOnPage } from './page.ts';
import { embed, firstPosts, oneByKey } from './posts.ts';
import { readPostProduct, type SiteFacts } from './schema.ts';
import { withPostMark } from './unstated.ts';

const pagesMax = 10_000;

/** How a blog is read as a source of products: each of its posts is a product, from its text. */
export const dialect: ShopDialect = {
  place: readAddress,
  locate: (url, said, visit) => locate(sitePaths, url, said, visit),
  searchAddress,
  open: async (place, visit) => openSite(place, visit),
  async preview(place, context, visit = startVisit(context, atOnce)) {
    const reader = openSite(place, visit);
    if (place.scope === 'product' && place.key !== null) {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    const api = restApi(visit, place.root, ['wp/v2']);
    let posts: ApiPage | null;
    try {
      posts = await firstPosts(api, place);
    } catch (thrown) {
      return await previewOfPages(reader, place, closedWay(thrown));
    }
    if (posts === null) {
      throw new AppError('source.gone', `there is no category ${place.key}`, { params: { status: 404 } });
    }
    const { items, total } = posts;
    const facts: SiteFacts = { host: place.shop, siteName: null, pathOf: (_, name) => [name] };
    const read = items.map((item) => readOrSkip(item, facts));
    return {
      products: read.filter((one): one is Product => !('failure' in one)),
      promised: place.scope === 'category' ? null : total,
    };
  },
};

function openSite({ root, shop }: Place, visit: Visit): ShopReader {
  const api = restApi(visit, root, ['wp/v2']);
  const folder = folderOf(root);
  const pageOf = new Map<string, URL>();
  let first: ApiPage | AppError | null = null;
  let categories: Promise<Category[]> | null = null;

  const list = (page: number, category: Category | null) =>
    api.list('/posts', {
      per_page: pageSize,
      page,
      orderby: 'id',
      order: 'asc',
      _embed: embed,
      ...(category !== null &&
        (category.search === undefined ? { categories: category.id } : { search: category.search })),
    });

  async function facts(): Promise<SiteFacts> {
    let paths: ReadonlyMap<string, string[]> = new Map();
    try {
      categories ??= listTerms(api, '/categories');
      paths = new Map((await categories).map(({ id, path }) => [id, path]));
    } catch (thrown) {
      closedWay(thrown);
    }
    return {
      host: shop,
      siteName: null,
      pathOf: (id, name) => paths.get(id) ?? [name],
      isNamed: (id) => paths.has(id),
    };
  }

  const addressOf = (key: string) => {
    const number = /^id:(\d+)$/.exec(key)?.[1];
    const byKey =
      number === undefined ? `${root}/${encodeURIComponent(key.toWellFormed())}/` : `${root}/?p=${number}`;
    return pageRequested(visit, { root, scope: 'product', key }) ?? new URL(byKey);
  };

  /** Returns the first page of a category, a search or the whole site, as readers see it. */
  const firstPageOf = (category: Category): URL => {
    const { key, search } = category;
    if (category === everything || search !== undefined) {
      return search === undefined ? new URL(`${root}/`) : searchAddress(new URL(`${root}/`), search);
    }
    const byKey = `${root}/category/${encodeURIComponent(key.toWellFormed())}/`;
    return pageRequested(visit, { root, scope: 'category', key }) ?? new URL(byKey);
  };

  const reader: ShopReader = {
    visit,
    root,
    promised: null,
    async begin() {
      try {
        first = await list(1, null);
        reader.promised = first.total;
      } catch (thrown) {
        first = closedWay(thrown);
      }
    },
    identityOf(item) {
      const id = isObject(item) ? idOf(item.id) : null;
      const slug = isObject(item) ? textOf(item.slug) : null;
      const type = (isObject(item) ? textOf(item.type) : null) ?? 'post';
      return { id: id === null ? null : `${type}:${id}`, key: slug === null ? null : decodedSlug(slug) };
    },
    async *pages(category, from, expected) {
      const lastExpected = expected === null ? null : Math.max(1, Math.ceil(expected / pageSize));
      const reads = readAhead<ApiPage>({
        from,
        async read(page) {
          if (page === 1 && category === null && first !== null) {
            if (first instanceof AppError) {
              throw first;
            }
            return first;
          }
          return await (category === null ? list(page, null) : pageWithin(list(page, category)));
        },
        width: () => (lastExpected === null ? 1 : visit.width(new URL(root))),
        worth: (page) => lastExpected !== null && page <= lastExpected,
        // A page past the end is refused with 400 here (`readme.md`), so it is never requested.
        isLast: ({ items, pages }, page) => items.length < pageSize || page >= (pages ?? pagesMax),
      });
      for await (const { place, answer } of reads) {
        const page: ListPage = { kind: 'items', items: answer.items, skipped: [] };
        yield { page: place, answer: page };
      }
    },
    async read(items) {
      const known = await facts();
      return items.map((item) => readOrSkip(item, known));
    },
    async readOne(key) {
      const known = pageOf.get(key);
      if (known !== undefined) {
        const { text, url } = await visit.getText(known);
        return productOnPage(text, url, await facts(), key);
      }
      let item: unknown;
      try {
        item = await oneByKey(api, key);
      } catch (thrown) {
        closedWay(thrown);
        // An API that answers knows its posts; when it is closed, a post's page can still be read.
        const { text, url } = await visit.getText(addressOf(key));
        return productOnPage(text, url, await facts(), key);
      }
      if (item === null) {
        throw new AppError('source.gone', `there is no post ${key}`, { params: { status: 404 } });
      }
      return withPostMark(readPostProduct(item, await facts()), 'api');
    },
    productAddress: (key) => (pageOf.get(key) ?? addressOf(key)).href,
    categoryAddress: (key) => `${root}/category/${encodeURIComponent(key.toWellFormed())}/`,
    categories() {
      categories ??= listTerms(api, '/categories');
      return categories;
    },
    async findCategory(key) {
      try {
        return (await reader.categories()).find((one) => one.key === key || one.id === key) ?? null;
      } catch (thrown) {
        closedWay(thrown);
        return null;
      }
    },
    async sitemap() {
      const found = await postAddresses(visit, root);
      for (const [key, url] of found) {
        pageOf.set(key, url);
      }
      return [...found.keys()];
    },
    async keysOnPage(category, page) {
      try {
        const { text, url } = await visit.getText(listPage(firstPageOf(category), page));
        return entriesOnPage(text, url, 'post').flatMap((entry) => {
          const { key } = readAddress(entry, 'product', folder);
          if (key !== null) {
            pageOf.set(key, entry);
          }
          return key ?? [];
        });
      } catch (thrown) {
        // There is no page after the last one.
        if (thrown instanceof AppError && thrown.code === 'source.gone') {
          return [];
        }
        throw thrown;
      }
    },
  };
  return reader;
}

function readOrSkip(item: unknown, facts: SiteFacts): Product | Skipped {
  try {
    return withPostMark(readPostProduct(item, facts), 'api');
  } catch (thrown) {
    const address = isObject(item) ? textOf(item.link) : null;
    return { address: address ?? `https://${facts.host}/`, failure: ofOneProduct(thrown) };
  }
}

/** Returns the addresses of the posts by key, from the sitemap; when there is none, from the news feed. */
async function postAddresses(visit: Visit, root: string): Promise<Map<string, URL>> {
  const folder = folderOf(root);
  const keyOf = (place: URL) => readAddress(place, 'product', folder).key;
  let refused: AppError | null = null;
  try {
    const found = await wordpressSitemap(visit, root, 'post', keyOf);
    if (found.size > 0) {
      return found;
    }
  } catch (thrown) {
    refused = closedWay(thrown);
  }
  try {
    const links = await wordpressFeed(visit, root);
    return new Map(
      links.flatMap((link): [string, URL][] => {
        const key = keyOf(link);
        return key === null ? [] : [[key, link]];
      }),
    );
  } catch (thrown) {
    throw refused ?? closedWay(thrown);
  }
}

function folderOf(root: string): string {
  return trimmed(new URL(root).pathname);
}
