import { plainText } from '../../html-text.ts';
import type { SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../unread.ts';
import { readJson } from './client.ts';
import { learnPictures } from './known-pictures.ts';
import { fields, seenOf } from './seen.ts';

export const perPage = 100;

type Params = Record<string, string>;

/** A product with what only the ladder asks of it. */
export interface Found {
  seen: SeenProduct;
  title: string;
  description: string;
}

export async function list(params: Params, store: StoreAccess, context: ListerContext): Promise<Found[]> {
  return await readAll(await listRaw({ ...params, per_page: String(perPage) }, store, context));
}

/** Pages in the order of their ids, which a write meanwhile does not move. */
export async function* pages(params: Params, store: StoreAccess, context: ListerContext) {
  for (let page = 1; ; page += 1) {
    const asked = { ...params, per_page: String(perPage), page: String(page), orderby: 'id', order: 'asc' };
    const items = await listRaw(asked, store, context);
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
    learnPictures(product, store);
  }
  return products;
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
