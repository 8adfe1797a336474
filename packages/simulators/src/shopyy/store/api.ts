import { idOf, isObject, itemsOf, textOf } from '@bowerbird/platforms/reading/unread';
import { detailForm, listForm, type ShopForm } from './forms.ts';
import { changeIn, NotTaken } from './intake.ts';
import type { ProductChange } from './ledger.ts';
import type { StoredProduct } from './record.ts';

/** Envelope of every answer, always with HTTP 200 (`shopyy/readme.md`, Versions and answers). */
export interface Envelope {
  code: number | string;
  msg: string;
  data: unknown;
}

/** A request of an app, read to its end, so that it can be applied late or twice. */
export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** The shop at one moment, and how it changes what it receives. */
export interface ApiShop extends ShopForm {
  now: number;
  /** Returns the address under which an image is shown. */
  rehost(src: string): string;
  /** Reports whether lists already contain this product. */
  isListed(product: StoredProduct): boolean;
  /** Returns what is kept of what was sent: the store may drop a field without saying so. */
  kept(change: ProductChange): ProductChange;
  /** Called with what was just written. */
  written(product: StoredProduct): void;
}

const pageMax = 100;
/** Everything that a partial update really keeps (`shopyy/readme.md`, Writing products). */
const batchFields = {
  title: 'title',
  subtitle: 'subtitle',
  mini_detail: 'miniDetail',
  body_html: 'bodyHtml',
  meta_title: 'metaTitle',
  meta_descript: 'metaDescript',
} as const;

export const notThere: Envelope = { code: 1001, msg: 'data not found', data: null };

/**
 * Returns the answer of a simulated Shopyy shop's Open API (`shopyy/readme.md`, Public endpoints; Versions and answers;
 * Writing products; Errors).
 */
export function apiAnswer(request: ApiRequest, shop: ApiShop): Envelope {
  try {
    return route(request, shop);
  } catch (thrown) {
    if (thrown instanceof NotTaken) {
      return { code: 500, msg: thrown.message, data: null };
    }
    throw thrown;
  }
}

function route({ method, path, query, body }: ApiRequest, shop: ApiShop): Envelope {
  const id = /^\/products\/(\d+)$/.exec(path)?.[1];
  if (id !== undefined) {
    return one(Number(id), method, body, shop);
  }
  switch (`${method} ${path}`) {
    case 'POST /products':
      return create(body, shop);
    case 'GET /products':
      return success({ products: sinceId(query, shop) });
    case 'GET /products/list':
      return success(numbered(query, shop));
    case 'POST /products/batchsave':
      return batchSave(body, shop);
    case 'GET /collections':
      return success({ list: collections(query, shop), total: shop.ledger.collections.size });
    case 'GET /stores/domains':
      return success([{ store_id: shop.storeId, domain: new URL(shop.origin).host, is_main: 1 }]);
    default:
      return { code: 404, msg: 'not found', data: null };
  }
}

function one(id: number, method: string, body: unknown, shop: ApiShop): Envelope {
  const product = shop.ledger.products.get(id);
  if (!product) {
    return notThere;
  }
  switch (method) {
    case 'GET':
      return success(detailForm(product, shop));
    case 'PUT': {
      const change = shop.kept(changeIn(body, shop.ledger, { isNew: false, rehost: shop.rehost }));
      const written = shop.ledger.update(product, change, 'app', shop.now);
      shop.written(written);
      return success(answered(written, body, shop));
    }
    case 'DELETE':
      shop.ledger.remove(product, 'app', shop.now);
      return success(null);
    default:
      return { code: 404, msg: 'not found', data: null };
  }
}

function create(body: unknown, shop: ApiShop): Envelope {
  const change = shop.kept(changeIn(body, shop.ledger, { isNew: true, rehost: shop.rehost }));
  const product = shop.ledger.create(change, 'app', shop.now);
  shop.written(product);
  return success(answered(product, body, shop));
}

/** Returns only the number, unless the whole product was requested. */
function answered(product: StoredProduct, body: unknown, shop: ApiShop): object {
  return isObject(body) && body.product_detail === 1 ? detailForm(product, shop) : { id: product.id };
}

/** Returns the products after a number, in order of their numbers. */
function sinceId(query: URLSearchParams, shop: ApiShop): object[] {
  const since = Number(query.get('since_id') ?? 0);
  return listed(shop)
    .filter(({ id }) => id > since)
    .slice(0, limitIn(query, 'limit'))
    .map((product) => listForm(product, shop));
}

function numbered(query: URLSearchParams, shop: ApiShop): object {
  const limit = limitIn(query, 'limit');
  const from = (Number(query.get('page') ?? 1) - 1) * limit;
  const all = listed(shop);
  return {
    list: all.slice(from, from + limit).map((product) => listForm(product, shop)),
    paginate: { total: all.length, pageTotal: Math.ceil(all.length / limit) },
  };
}

function listed(shop: ApiShop): StoredProduct[] {
  return [...shop.ledger.products.values()]
    .filter((product) => shop.isListed(product))
    .sort((one, other) => one.id - other.id);
}

function collections(query: URLSearchParams, { ledger }: ApiShop): object[] {
  const size = limitIn(query, 'pagesize');
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return [...ledger.collections.values()].slice(from, from + size).map(({ id, title, handle }) => ({
    id,
    title,
    handle,
    product_count: [...ledger.products.values()].filter((product) => product.collections.includes(id)).length,
  }));
}

/** Answers with success to everything, and keeps only the texts. */
function batchSave(body: unknown, shop: ApiShop): Envelope {
  for (const sent of itemsOf(isObject(body) ? body.products : null).filter(isObject)) {
    const product = shop.ledger.products.get(Number(idOf(sent.id)));
    const words = Object.entries(batchFields).flatMap(([name, field]) => {
      const value = textOf(sent[name]);
      return value === null ? [] : [[field, value] as const];
    });
    if (product) {
      shop.ledger.update(product, { ...product, ...Object.fromEntries(words) }, 'app', shop.now);
    }
  }
  return success(null);
}

function success(data: unknown): Envelope {
  return { code: 0, msg: 'success', data };
}

function limitIn(query: URLSearchParams, name: string): number {
  const requested = Number(query.get(name) ?? 20);
  return Number.isInteger(requested) && requested > 0 ? Math.min(requested, pageMax) : 20;
}
