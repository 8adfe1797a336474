import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../collecting/collector.ts';
import { ofOneProduct } from '../collecting/reading.ts';
import type { Category, ListPage, Place, ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
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
import { readHtmlFacts } from '../html-facts.ts';
import { atOnce, startVisit, type Visit } from '../http.ts';
import { readAhead } from '../read-ahead.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../unread.ts';
import { readAddress, searchAddress } from './address.ts';
import { productOnPage } from './page.ts';
import { readProduct, type ShopFacts } from './schema.ts';
import { readVariations } from './variations.ts';

const previewed = 6;
/** The public product API, and its name in old shops. */
const storeApi = ['wc/store/v1', 'wc/store'] as const;
const pagesMax = 10_000;
const noNames: Pick<ShopFacts, 'storeName' | 'pathOf'> = { storeName: null, pathOf: (_, name) => [name] };

/** How a WooCommerce shop is read without signing in: by its Store API, else by its sitemap and pages. */
export const dialect: ShopDialect = {
  place: readAddress,
  searchAddress,

  open: async (place, visit) => openShop(place, visit, restApi(visit, place.root, storeApi)),

  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const api = restApi(visit, place.root, storeApi);
    const facts: ShopFacts = { shop: place.shop, ...noNames };
    if (place.scope === 'product' && place.key !== null) {
      const reader = openShop(place, visit, api);
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    const { items, total } = await api.list('/products', {
      per_page: previewed,
      page: 1,
      ...(place.scope === 'category' && place.key !== null && { category: place.key }),
      ...(place.scope === 'search' && place.key !== null && { search: place.key }),
    });
    const read = await readItems(api, items, facts, place.root);
    return { products: read.filter((each) => !('failure' in each)) as Product[], promised: total };
  },
};

type First = ApiPage | AppError;

async function firstPage(api: RestApi): Promise<First> {
  try {
    return await api.list('/products', listParams(1, null));
  } catch (thrown) {
    return closedWay(thrown);
  }
}

function listParams(page: number, category: Category | null) {
  return {
    per_page: pageSize,
    page,
    orderby: 'id',
    order: 'asc',
    ...(category !== null &&
      (category.search === undefined ? { category: category.id } : { search: category.search })),
  };
}

/** A shop by its API, whichever answers in the form of the Store API. */
export function openShop({ root, shop }: Place, visit: Visit, api: RestApi): ShopReader {
  /** The first page tells how many there are, and is asked for only once. */
  let first: First | null = null;
  let categories: Promise<Category[]> | null = null;
  let paths: ReadonlyMap<string, string[]> | null = null;
  /** Where the sitemap says that a product stands, by its key. */
  const pageOf = new Map<string, URL>();

  /** Once in a run; a shop that closes this list still has its products. */
  async function learnPaths(): Promise<ReadonlyMap<string, string[]>> {
    categories ??= listTerms(api, '/products/categories');
    try {
      return new Map((await categories).map(({ id, path }) => [id, path]));
    } catch (thrown) {
      closedWay(thrown);
      return new Map();
    }
  }

  function factsOf(known: ReadonlyMap<string, string[]>): ShopFacts {
    return { shop, storeName: null, pathOf: (id, name) => known.get(id) ?? [name] };
  }

  const reader: ShopReader = {
    visit,
    root,
    promised: null,
    async begin() {
      first = await firstPage(api);
      reader.promised = first instanceof AppError ? null : first.total;
    },
    identityOf(item) {
      const slug = isObject(item) ? textOf(item.slug) : null;
      return { id: isObject(item) ? idOf(item.id) : null, key: slug === null ? null : decodedSlug(slug) };
    },
    pages: (category, from, expected) => listPages(visit, root, category, from, expected, read),
    async read(items) {
      const hasCategories = items.some((item) => isObject(item) && itemsOf(item.categories).length > 0);
      paths ??= hasCategories ? await learnPaths() : null;
      return await readItems(api, items, factsOf(paths ?? new Map()), root);
    },
    async readOne(key) {
      const known = pageOf.get(key);
      if (known !== undefined) {
        const { text, url } = await visit.getText(known);
        return productOnPage(text, url, shop);
      }
      const item = await oneByKey(api, key);
      const [product] = await readItems(api, [item], { shop, ...noNames }, root);
      if (product === undefined || 'failure' in product) {
        throw product?.failure ?? gone(key);
      }
      return product;
    },
    productAddress: (key) =>
      pageOf.get(key)?.href ?? `${root}/product/${encodeURIComponent(key.toWellFormed())}/`,
    categoryAddress: (key) => `${root}/product-category/${encodeURIComponent(key.toWellFormed())}/`,
    categories() {
      categories ??= listTerms(api, '/products/categories');
      return categories;
    },
    async findCategory(key) {
      try {
        const all = await reader.categories();
        return all.find((category) => category.key === key || category.id === key) ?? null;
      } catch (thrown) {
        closedWay(thrown);
        return null;
      }
    },
    async sitemap() {
      const found = await wordpressSitemap(visit, root, 'product', keyOf);
      for (const [key, url] of found) {
        pageOf.set(key, url);
      }
      return [...found.keys()];
    },
    async keysOnPage(category, page) {
      const found = await entriesAt(pageAddress(root, category, page));
      return found.flatMap((url) => {
        const { key } = readAddress(url, 'product');
        if (key !== null) {
          pageOf.set(key, url);
        }
        return key ?? [];
      });
    },
  };
  return reader;

  /** Behind the last page there is none; a search that finds one product alone leads to its own page. */
  async function entriesAt(address: URL): Promise<URL[]> {
    try {
      const { text, url } = await visit.getText(address);
      if (/<body[^<>]{1,500}?class=["'][^"']{0,2000}\bsingle-product\b/i.test(text)) {
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

  async function read(page: number, category: Category | null): Promise<ApiPage> {
    if (page === 1 && category === null && first !== null) {
      if (first instanceof AppError) {
        throw first;
      }
      return first;
    }
    const list = api.list('/products', listParams(page, category));
    return await (category === null ? list : pageWithin(list));
  }
}

/** A page past the end is an empty list; the headers tell the last one, where no host strips them (notes 2.1). */
async function* listPages(
  visit: Visit,
  root: string,
  category: Category | null,
  from: number,
  expected: number | null,
  read: (page: number, category: Category | null) => Promise<ApiPage>,
): AsyncGenerator<{ page: number; answer: ListPage }> {
  const lastExpected = expected === null ? null : Math.max(1, Math.ceil(expected / pageSize));
  const isLast = ({ items, pages }: ApiPage, page: number) =>
    items.length < pageSize || page >= (pages ?? pagesMax);
  const answers = readAhead<ApiPage>({
    from,
    read: (page) => read(page, category),
    width: () => (lastExpected === null ? 1 : visit.width(new URL(root))),
    worth: (page) => lastExpected !== null && page <= lastExpected,
    isLast,
  });
  for await (const { place, answer } of answers) {
    yield { page: place, answer: { kind: 'items', items: answer.items, skipped: [] } };
  }
}

/** Products of a list, in order; the variations of all variable ones among them are asked for together. */
async function readItems(
  api: RestApi,
  items: readonly unknown[],
  facts: ShopFacts,
  root: string,
): Promise<(Product | Skipped)[]> {
  const parents = items.filter(isObject).filter((item) => itemsOf(item.variations).length > 0);
  let variations: ReadonlyMap<string, UnreadObject[]> = new Map();
  let closed: AppError | null = null;
  try {
    variations = parents.length > 0 ? await readVariations(api, parents) : variations;
  } catch (thrown) {
    closed = closedWay(thrown);
  }
  return items.map((item) => {
    try {
      if (closed !== null && isObject(item) && itemsOf(item.variations).length > 0) {
        throw closed;
      }
      return readProduct(item, variations.get(isObject(item) ? (idOf(item.id) ?? '') : '') ?? [], facts);
    } catch (thrown) {
      const address = isObject(item) ? textOf(item.permalink) : null;
      return { address: address ?? root, failure: ofOneProduct(thrown) };
    }
  });
}

async function oneByKey(api: RestApi, key: string): Promise<unknown> {
  const number = /^id:(\d+)$/.exec(key)?.[1];
  const { items } = await api.list('/products', number === undefined ? { slug: key } : { include: number });
  // An old shop does not know the question and answers with everything.
  const found = items
    .filter(isObject)
    .find((item) =>
      number === undefined ? decodedSlug(textOf(item.slug) ?? '') === key : idOf(item.id) === number,
    );
  if (found === undefined) {
    throw gone(key);
  }
  return found;
}

function gone(key: string): AppError {
  return new AppError('source.gone', `there is no product ${key}`, { params: { status: 404 } });
}

/** A part for products names the shop's own page too. */
function keyOf(place: URL): string | null {
  return place.pathname.split('/').filter(Boolean).length > 1 ? readAddress(place, 'product').key : null;
}

/** A page of a category or a search, as shoppers see it. */
function pageAddress(root: string, { key, search }: Category, page: number): URL {
  const url =
    search === undefined
      ? new URL(`${root}/product-category/${encodeURIComponent(key.toWellFormed())}/`)
      : searchAddress(new URL(root), search);
  url.pathname += page === 1 ? '' : `page/${page}/`;
  return url;
}
