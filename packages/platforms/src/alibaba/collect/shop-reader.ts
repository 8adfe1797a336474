import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../../collecting/collector.ts';
import { noProductOn } from '../../collecting/pages/no-product.ts';
import { ofOneProduct } from '../../collecting/reading.ts';
import type { Category, ListPage, Place, ShopDialect, ShopReader } from '../../collecting/shop-reader.ts';
import { noLists } from '../../collecting/without-lists.ts';
import { closedWay } from '../../net/failures.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { readAhead } from '../../net/read-ahead.ts';
import { idOf, isObject, textOf } from '../../reading/unread.ts';
import {
  listAddress,
  productAddress,
  productRoot,
  readAddress,
  searchAddress,
  wordsSearched,
} from './address.ts';
import { categoriesOnPage } from './lists/categories.ts';
import { type OfferList, offersOnPage } from './lists/offers.ts';
import { previewOf } from './lists/preview.ts';
import { productOnPage } from './page.ts';
import { descriptionIn } from './product/description.ts';
import { refusalOnPage } from './refusal.ts';
import type { Site } from './sites.ts';
import { withFactsMark } from './unstated.ts';

/** Longest list shown to a visitor; past the end, some lists start again from the first page. */
const pagesMax = 500;

/**
 * Returns how to read a site: products from their pages; lists (a store, a category, a search) from theirs. Stores have
 * no sitemap, and there is no list of the whole marketplace (`readme.md`).
 */
export function dialectOf(site: Site): ShopDialect {
  return {
    place: (url, said) => readAddress(site, url, said),
    searchAddress: (shop, words) => searchAddress(site, shop, words),
    open: async (place, visit) => openShop(site, place, visit),
    async preview(place, context) {
      const visit = startVisit(context, atOnce);
      const reader = openShop(site, place, visit);
      if (place.scope === 'product' && place.key !== null) {
        return { products: [await reader.readOne(place.key)], promised: 1 };
      }
      const { offers, total } = await readList(site, place, place.key, 1, visit);
      return { products: previewOf(offers, site, place).slice(0, 6), promised: total };
    },
  };
}

function openShop(site: Site, place: Place, visit: Visit): ShopReader {
  const { root } = place;
  /** First page of the most recently requested list; counting and reading both start with it. */
  let first: { key: string | null; list: OfferList } | null = null;

  async function firstPage(key: string | null): Promise<OfferList> {
    const known = first?.key === key ? first.list : null;
    const list = known ?? (await readList(site, place, key, 1, visit));
    first = { key, list };
    return list;
  }

  async function* pages(category: Category | null, from: number) {
    const key = category?.key ?? null;
    const seen = new Set<string>();
    for (let page = from; page <= pagesMax; page += 1) {
      const { offers } = page === 1 ? await firstPage(key) : await readFurther(key, page);
      const fresh = offers.filter(({ id }) => !seen.has(id));
      if (fresh.length === 0) {
        return;
      }
      for (const { id } of fresh) {
        seen.add(id);
      }
      yield { page, answer: { kind: 'items', items: fresh, skipped: [] } satisfies ListPage };
    }
  }

  /** After the last page, some lists answer with a page that is not a list: that is the end, not a failure. */
  async function readFurther(key: string | null, page: number): Promise<OfferList> {
    try {
      return await readList(site, place, key, page, visit);
    } catch (thrown) {
      const { code, params } = AppError.from(thrown);
      const isBare = code === 'source.page-not-understood' || params.reason === 'scripts';
      if (code === 'source.gone' || isBare) {
        return { offers: [], total: null };
      }
      throw thrown;
    }
  }

  async function readOne(id: string): Promise<Product> {
    const { text, url, headers } = await visit.getText(new URL(productAddress(site, root, id)));
    const product = productOnPage(site, { html: text, url, headers });
    return withFactsMark(
      product.descriptionHtml === '' ? await described(product, id) : product,
      'page-state',
    );
  }

  /** Adds the description, which has its own address. A product without it is still useful. */
  async function described(product: Product, id: string): Promise<Product> {
    const address = descriptionAddress(site, root, id, product);
    if (address === null) {
      return product;
    }
    try {
      const { text, url } = await visit.getText(address, { optional: true });
      return { ...product, descriptionHtml: descriptionIn(text, url.href) };
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'source.unwell') {
        closedWay(thrown);
      }
      return product;
    }
  }

  const reader: ShopReader = {
    visit,
    root,
    promised: null,
    async begin() {
      reader.promised = (await firstPage(null)).total;
    },
    identityOf(item) {
      const id = isObject(item) ? idOf(item.id) : null;
      return { id, key: id };
    },
    pages,
    async read(items, categories) {
      const ids = items.flatMap((item) => (isObject(item) ? (idOf(item.id) ?? []) : []));
      const read: (Product | Skipped)[] = [];
      if (ids.length === 0) {
        return read;
      }
      const last = ids.length - 1;
      const reads = readAhead({
        from: 0,
        read: (at) => readOrSkip(ids[at] ?? ''),
        width: () => visit.width(new URL(productRoot(site, root))),
        worth: (at) => at <= last,
        isLast: (_, at) => at === last,
      });
      for await (const { answer } of reads) {
        read.push('failure' in answer || categories.length === 0 ? answer : { ...answer, categories });
      }
      return read;
    },
    readOne,
    productAddress: (id) => productAddress(site, root, id),
    categoryAddress: (key) => root + key,
    wordsOf: nameOf,
    async categories() {
      const address =
        place.scope === 'product' && place.key !== null
          ? new URL(productAddress(site, root, place.key))
          : new URL(place.key === null ? `${root}/` : root + place.key);
      const { text, url, headers } = await visit.getText(address);
      const found = categoriesOnPage(site, text, url);
      const refusal = found.length === 0 ? refusalOnPage(text, url, headers) : null;
      if (refusal !== null) {
        throw refusal;
      }
      return found;
    },
    async findCategory(key) {
      const name = nameOf(key);
      return { id: key, key, name, path: [name], promised: await promisedBy(key) };
    },
    sitemap: async () => {
      throw noLists;
    },
    async keysOnPage({ key }, page) {
      const { offers } = page === 1 ? await firstPage(key) : await readFurther(key, page);
      return offers.map(({ id }) => id);
    },
  };
  return reader;

  /** Returns the length that a list states; a refusal is reported when the list is read. */
  async function promisedBy(key: string): Promise<number | null> {
    try {
      return (await firstPage(key)).total;
    } catch (thrown) {
      closedWay(thrown);
      return null;
    }
  }

  async function readOrSkip(id: string): Promise<Product | Skipped> {
    try {
      return await readOne(id);
    } catch (thrown) {
      return { address: productAddress(site, root, id), failure: ofOneProduct(thrown) };
    }
  }
}

/**
 * Reads one page of a list. Throws the reason for a page that is not a list; for the marketplace itself, throws
 * `address.no-shop`.
 */
async function readList(
  site: Site,
  { root }: Place,
  key: string | null,
  page: number,
  visit: Visit,
): Promise<OfferList> {
  if (key === null && site.marketplace.test(new URL(root).hostname)) {
    throw new AppError('address.no-shop', `${root} is a marketplace: name a store, a list or products`, {
      params: { address: root },
    });
  }
  const address = listAddress(site, root, key, page);
  const { text, url, headers } = await visit.getText(address);
  const list = offersOnPage(site, text, url);
  if (list !== null) {
    return list;
  }
  throw refusalOnPage(text, url, headers) ?? noProductOn(text, address);
}

function descriptionAddress(site: Site, root: string, id: string, product: Product): URL | null {
  if (site.platform === 'alibaba') {
    const base = productRoot(site, root);
    return new URL(`${base}/event/app/mainAction/desc.htm?detailId=${encodeURIComponent(id)}&language=en`);
  }
  const stated = textOf(product.extra[site.platform]?.descriptionUrl);
  const url = stated === null ? null : URL.parse(stated, root);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/**
 * Returns a list's name: "Car-Seat-Covers_p100001120" and "/productgrouplist-1/Car_Seat_Covers.html" contain it; for a
 * search, it is the search text.
 */
function nameOf(key: string): string {
  const last = key.split('?')[0]?.split('/').at(-1) ?? '';
  const words = last
    .replace(/\.html?$/, '')
    .replace(/_(?:p|cid|pid)\d+$/, '')
    .replaceAll(/[-_+]+/g, ' ')
    .trim();
  return (
    wordsSearched(key) ??
    (words === '' || /^(?:offer search|search|offerlist \d+)$/.test(words) ? key : words)
  );
}
