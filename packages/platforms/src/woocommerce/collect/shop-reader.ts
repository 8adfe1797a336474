import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Category, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { locate } from '../../collecting/wordpress/place.ts';
import { everything, previewOfPages } from '../../collecting/wordpress/preview.ts';
import {
  type ApiPage,
  decodedSlug,
  pageSize,
  pageWithin,
  type RestApi,
  restApi,
} from '../../collecting/wordpress/rest.ts';
import { listTerms } from '../../collecting/wordpress/terms.ts';
import { closedWay } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { readAddress, searchAddress, shopPaths } from './address.ts';
import { listPages, oneByKey, readItems } from './lists/lists.ts';
import { type Entries, productPages } from './lists/product-pages.ts';
import { productOnPage } from './page.ts';
import type { ShopFacts } from './schema.ts';

const previewed = 6;
/** The public product API, and its name in old shops. */
const storeApi = ['wc/store/v1', 'wc/store'] as const;
const noNames: Pick<ShopFacts, 'storeName' | 'pathOf'> = { storeName: null, pathOf: (_, name) => [name] };

/** How a WooCommerce shop is read without signing in: by its Store API, else by its sitemap and pages. */
export const dialect: ShopDialect = {
  place: readAddress,
  locate: (url, said, visit) => locate(shopPaths, url, said, visit),
  searchAddress,

  open: async (place, visit) => openShop(place, visit, restApi(visit, place.root, storeApi)),

  async preview(place, context, visit = startVisit(context, atOnce)) {
    const api = restApi(visit, place.root, storeApi);
    const reader = openShop(place, visit, api);
    if (place.scope === 'product' && place.key !== null) {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    let list: ApiPage;
    try {
      list = await api.list('/products', {
        per_page: previewed,
        page: 1,
        ...(place.scope === 'category' && place.key !== null && { category: place.key }),
        ...(place.scope === 'search' && place.key !== null && { search: place.key }),
      });
    } catch (thrown) {
      return await previewOfPages(reader, place, closedWay(thrown));
    }
    const read = await readItems(api, list.items, { shop: place.shop, ...noNames }, place.root);
    return { products: read.filter((each): each is Product => !('failure' in each)), promised: list.total };
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

/** Opens a shop by its API, whichever one answers in the form of the Store API. */
export function openShop({ root, shop }: Place, visit: Visit, api: RestApi): ShopReader {
  /** The first page gives the total, and is requested only once. */
  let first: First | null = null;
  let categories: Promise<Category[]> | null = null;
  let paths: ReadonlyMap<string, string[]> | null = null;
  const pages = productPages(visit, root);
  let isBlocked = false;
  let linked: Promise<Category[]> | null = null;
  /** Addresses of products according to the sitemap or a list, by key. */
  const pageOf = new Map<string, URL>();

  /** Called once in a run; a shop that closes this list still has its products. */
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
    return {
      shop,
      storeName: null,
      pathOf: (id, name) => known.get(id) ?? [name],
      isNamed: (id) => known.has(id),
    };
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
        return await readPage(known);
      }
      let item: UnreadObject | null;
      try {
        item = await oneByKey(api, key);
      } catch (thrown) {
        closedWay(thrown);
        // An API that answers has all its products; where it is closed, a product's page still describes it.
        return await readPage(pages.productAddress(key));
      }
      if (item === null) {
        throw gone(key);
      }
      const [product] = await readItems(api, [item], { shop, ...noNames }, root);
      if (product === undefined || 'failure' in product) {
        throw product?.failure ?? gone(key);
      }
      return product;
    },
    productAddress: (key) => (pageOf.get(key) ?? pages.productAddress(key)).href,
    categoryAddress: (key) => pages.categoryAddress(key).href,
    async categories() {
      categories ??= listTerms(api, '/products/categories');
      try {
        return await categories;
      } catch (thrown) {
        const refusal = closedWay(thrown);
        linked ??= pages.categories();
        const found = await linked;
        if (found.length === 0) {
          throw refusal;
        }
        return found;
      }
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
      try {
        return noted(await pages.sitemap());
      } catch (thrown) {
        isBlocked = closedWay(thrown).code === 'source.blocked-us';
        throw thrown;
      }
    },
    keysOnPage: async (category, page) => noted(await pages.entries(category, page)),
    async everything() {
      // A shop that refused us on two endpoints is not requested on a third.
      if (isBlocked && first instanceof AppError && first.code === 'source.blocked-us') {
        throw first;
      }
      return everything;
    },
  };
  return reader;

  function noted(found: Entries): string[] {
    for (const [key, url] of found) {
      pageOf.set(key, url);
    }
    return [...found.keys()];
  }

  async function readPage(address: URL): Promise<Product> {
    const { text, url } = await visit.getText(address);
    return productOnPage(text, url, shop);
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

function gone(key: string): AppError {
  return new AppError('source.gone', `there is no product ${key}`, { params: { status: 404 } });
}
