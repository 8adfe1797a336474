import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../collecting/collector.ts';
import { ofOneProduct } from '../collecting/reading.ts';
import type { Category, ListPage, Place, ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
import { wordpressFeed } from '../collecting/wordpress-feed.ts';
import { entriesOnPage } from '../collecting/wordpress-loop.ts';
import {
  type ApiPage,
  decodedSlug,
  pageSize,
  pageWithin,
  type RestApi,
  restApi,
} from '../collecting/wordpress-rest.ts';
import { wordpressSitemap } from '../collecting/wordpress-sitemap.ts';
import { listTerms } from '../collecting/wordpress-terms.ts';
import { closedWay } from '../failures.ts';
import { atOnce, startVisit, type Visit } from '../http.ts';
import { readAhead } from '../read-ahead.ts';
import { idOf, isObject, textOf } from '../unread.ts';
import { productOnPage } from './page.ts';
import { readPostProduct, type SiteFacts } from './schema.ts';

const previewed = 6;
const pagesMax = 10_000;
/** Only what is read is asked for embedded: whole posts by the hundred are several megabytes (platform notes 6). */
const embed = 'wp:featuredmedia,wp:term';
const categoryBase = /\/(category|kategorie|categorie|categoria|kategori)\//i;

/** How a blog is read as a source of goods: its posts, each a product by what it says. */
export const dialect: ShopDialect = {
  place(url, said): Place {
    const parts = url.pathname
      .split('/')
      .filter((part) => part !== '' && part !== 'index.php')
      .map(decodedSlug);
    const number = url.searchParams.get('p');
    const words = url.searchParams.get('s')?.trim() ?? '';
    if (words !== '' && (said === undefined || said === 'search')) {
      return { root: url.origin, shop: url.host, scope: 'search', key: words };
    }
    const byNumber = url.searchParams.get('cat');
    if (byNumber !== null && /^\d+$/.test(byNumber) && (said === undefined || said === 'category')) {
      return { root: url.origin, shop: url.host, scope: 'category', key: byNumber };
    }
    const last = parts.findLast((part) => part !== 'page' && !/^\d+$/.test(part)) ?? null;
    const isCategory = categoryBase.test(url.pathname) || said === 'category';
    const key = number !== null && /^\d+$/.test(number) ? `id:${number}` : last;
    const scope = said ?? (isCategory ? 'category' : 'product');
    const isSite = key === null || scope === 'shop' || scope === 'search' || key === 'feed';
    return { root: url.origin, shop: url.host, scope: isSite ? 'shop' : scope, key: isSite ? null : key };
  },
  searchAddress,
  open: async (place, visit) => openSite(place, visit),
  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const reader = openSite(place, visit);
    if (place.scope === 'product' && place.key !== null) {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    const api = restApi(visit, place.root, ['wp/v2']);
    const within =
      place.scope === 'category' && place.key !== null
        ? await categoryParams(api, place.key)
        : place.scope === 'search' && place.key !== null
          ? { search: place.key }
          : {};
    const { items, total } = await api.list('/posts', {
      per_page: previewed,
      page: 1,
      _embed: embed,
      ...within,
    });
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
    return { host: shop, siteName: null, pathOf: (id, name) => paths.get(id) ?? [name] };
  }

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
        // A page past the end is refused with 400 here (platform notes 2.1): it is never asked for.
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
      return readPostProduct(await oneByKey(api, key), await facts());
    },
    productAddress: (key) => pageOf.get(key)?.href ?? `${root}/${encodeURIComponent(key.toWellFormed())}/`,
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
        const { text, url } = await visit.getText(pageAddress(root, category, page));
        return entriesOnPage(text, url, 'post').flatMap((entry) => {
          const { key } = dialect.place(entry, 'product');
          if (key !== null) {
            pageOf.set(key, entry);
          }
          return key ?? [];
        });
      } catch (thrown) {
        // Behind the last page there is none.
        if (thrown instanceof AppError && thrown.code === 'source.gone') {
          return [];
        }
        throw thrown;
      }
    },
  };
  return reader;
}

/** A page of a category or a search, as readers see it. */
function pageAddress(root: string, { key, search }: Category, page: number): URL {
  const url =
    search === undefined
      ? new URL(`${root}/category/${encodeURIComponent(key.toWellFormed())}/`)
      : searchAddress(new URL(root), search);
  url.pathname += page === 1 ? '' : `page/${page}/`;
  return url;
}

function searchAddress(site: URL, words: string): URL {
  const url = new URL('/', site);
  url.searchParams.set('s', words.toWellFormed());
  return url;
}

function readOrSkip(item: unknown, facts: SiteFacts): Product | Skipped {
  try {
    return readPostProduct(item, facts);
  } catch (thrown) {
    const address = isObject(item) ? textOf(item.link) : null;
    return { address: address ?? `https://${facts.host}/`, failure: ofOneProduct(thrown) };
  }
}

/** The number of a category that an address names by its slug. */
async function categoryParams(api: RestApi, key: string): Promise<{ categories: string }> {
  if (/^\d+$/.test(key)) {
    return { categories: key };
  }
  const { items } = await api.list('/categories', { slug: key });
  const id = isObject(items[0]) ? idOf(items[0].id) : null;
  if (id === null) {
    throw new AppError('source.gone', `there is no category ${key}`, { params: { status: 404 } });
  }
  return { categories: id };
}

/** A post by its slug or number, else a page by its slug. */
async function oneByKey(api: RestApi, key: string): Promise<unknown> {
  const number = /^id:(\d+)$/.exec(key)?.[1];
  for (const path of ['/posts', '/pages']) {
    const { items } = await api.list(path, {
      ...(number === undefined ? { slug: key } : { include: number }),
      _embed: embed,
    });
    const [item] = items;
    if (item !== undefined) {
      return item;
    }
  }
  throw new AppError('source.gone', `there is no post ${key}`, { params: { status: 404 } });
}

/** Addresses of the posts by their keys, as the sitemap names them; where there is none, as the news feed does. */
async function postAddresses(visit: Visit, root: string): Promise<Map<string, URL>> {
  const keyOf = (place: URL) => dialect.place(place, 'product').key;
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
