import { AppError } from '@bowerbird/contract/errors';
import type { SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { readJson } from './calls/client.ts';
import { learnImages } from './images/known-images.ts';
import { fields, seenOf } from './seen.ts';

export const perPage = 100;

type Params = Record<string, string>;

/** A product with what only the look-up order needs of it. */
export interface Found {
  seen: SeenProduct;
  title: string;
  description: string;
}

export async function list(params: Params, store: StoreAccess, context: ListerContext): Promise<Found[]> {
  return await readAll(await listRaw({ ...params, per_page: String(perPage) }, store, context));
}

/** Yields pages in the order of their ids, which a write meanwhile does not change. */
export async function* pages(params: Params, store: StoreAccess, context: ListerContext) {
  for (let page = 1; ; page += 1) {
    const requested = {
      ...params,
      per_page: String(perPage),
      page: String(page),
      orderby: 'id',
      order: 'asc',
    };
    const items = await listRaw(requested, store, context);
    if (items.length > 0) {
      yield await readAll(items);
    }
    if (items.length < perPage) {
      return;
    }
  }
}

export async function listRaw(
  params: Params,
  store: StoreAccess,
  context: ListerContext,
): Promise<UnreadObject[]> {
  const query = { ...params, context: 'edit', _fields: fields };
  const { body } = await readJson({ method: 'GET', route: '/wc/v3/products', query }, store, context);
  const products = itemsOf(body).filter(isObject);
  for (const product of products) {
    learnImages(product, store);
  }
  return products;
}

/**
 * Returns the products of these ids outside the trash. A product missing from a list is requested by itself: a list may
 * lag behind (readme.md).
 */
export async function rawByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<UnreadObject[]> {
  const found: UnreadObject[] = [];
  for (let from = 0; from < ids.length; from += perPage) {
    const include = ids.slice(from, from + perPage).join(',');
    found.push(...(await listRaw({ include, status: 'any', per_page: String(perPage) }, store, context)));
  }
  const listed = new Set(found.map(({ id }) => idOf(id)));
  for (const id of ids.filter((each) => !listed.has(each))) {
    found.push(...((await oneRaw(id, store, context)) ?? []));
  }
  return found.filter(({ status }) => status !== 'trash');
}

/** Returns a product from its own address, as a list of one; null where the store reports that it does not exist. */
async function oneRaw(
  id: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<UnreadObject[] | null> {
  const query = { context: 'edit', _fields: fields };
  const route = `/wc/v3/products/${encodeURIComponent(id)}`;
  try {
    const { body } = await readJson({ method: 'GET', route, query }, store, context);
    if (!isObject(body)) {
      return null;
    }
    learnImages(body, store);
    return [body];
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'store.product-gone') {
      return null;
    }
    throw thrown;
  }
}

export async function readAll(items: readonly UnreadObject[]): Promise<Found[]> {
  const all = await Promise.all(
    items.map(async (item) => {
      const seen = await seenOf(item);
      const [title, description] = [plainText(textOf(item.name) ?? ''), textOf(item.description) ?? ''];
      return seen === null ? [] : [{ seen, title, description }];
    }),
  );
  return all.flat();
}

export function isVariation({ type, parent_id }: UnreadObject): boolean {
  return type === 'variation' || (wholeOf(parent_id) ?? 0) > 0;
}
