import { AppError } from '@bowerbird/contract/errors';
import type { LookupRequest, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { isObject, itemsOf, textOf } from '../../reading/unread.ts';
import { type ApiRequest, readJson, versionOf } from './connection/client.ts';
import { seenOf } from './seen.ts';

const perPage = 250;
/** How many milliseconds before the intent a product may be dated: the store's clock differs from ours. */
const clockMs = 2 * 60_000;
/** Number of ids per request: each is a UUID, and addresses have a length limit. */
const idsPerRequest = 50;
/** Largest number of SKUs looked up: one create carries all SKUs of a product, so any of them finds it. */
const skusRequested = 2;

type Query = [name: string, value: string][];

/**
 * Returns every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups): by the key as
 * its SPU; when that finds none, by its handle and SKUs, and among all products created since the intent; by the id it
 * is bound to.
 */
export async function look(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const found = await listAll([['spus', requests.map(({ key }) => key).join(',')]], store, context);
  // A strategy that finds the product ends the look-up; absence requires all of them.
  const unfound = requests.filter((request) => !found.some(({ key }) => key === request.key));
  const ids = new Set(requests.flatMap(({ storeProductId }) => storeProductId ?? []));
  if (unfound.length > 0) {
    found.push(...(await withHandles(unfound, store, context)), ...(await scan(unfound, store, context)));
  }
  for (const sku of new Set(unfound.flatMap(({ skus }) => skus.slice(0, skusRequested)))) {
    for (const id of await holdersOf(sku, store, context)) {
      ids.add(id);
    }
  }
  const known = new Set(found.map(({ storeProductId }) => storeProductId));
  for (const id of [...ids].filter((each) => !known.has(each))) {
    found.push(...((await getById(id, store, context)) ?? []));
  }
  const byId = new Map(found.map((seen) => [seen.storeProductId, seen]));
  return requests.map(({ key, handle, skus, storeProductId }) =>
    [...byId.values()].filter(
      (seen) =>
        seen.key === key ||
        seen.storeProductId === storeProductId ||
        seen.handle === handle ||
        seen.skus.some((sku) => skus.includes(sku)),
    ),
  );
}

/** Finds the products that now have these handles; the oldest version cannot filter by them. */
async function withHandles(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const handles: Query = requests.map(({ handle }) => ['handles', handle]);
  return versionOf(store) === '2022-01' ? [] : (await listPage(handles, store, context)).seen;
}

/** Returns ids of the products whose variants have this SKU. */
async function holdersOf(sku: string, store: StoreAccess, context: ListerContext): Promise<string[]> {
  const route = `/products/sku/${encodeURIComponent(sku)}/variants`;
  const body = await readJson({ method: 'GET', route }, store, context).catch(noneWhereGone);
  return itemsOf(body.variants).flatMap((variant) =>
    isObject(variant) ? (textOf(variant.product_id) ?? []) : [],
  );
}

/** Reads the products created since the earliest of these intents. */
async function scan(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const since = Math.min(...requests.map((request) => request.since ?? Number.POSITIVE_INFINITY));
  if (since === Number.POSITIVE_INFINITY) {
    return [];
  }
  const from = new Date(Math.max(0, since - clockMs)).toISOString().replace(/\.\d+Z$/, 'Z');
  return await listAll([['created_at_min', from]], store, context);
}

/** Yields every product that carries our key, page by page. */
export async function* fullScan(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pages([], store, context)) {
    yield page.filter(({ key }) => key !== null);
  }
}

/**
 * Returns products by their ids. An id missing from the list is requested on its own, because a list may lag behind.
 */
export async function lookByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(SeenProduct | null)[]> {
  const found = new Map<string, SeenProduct>();
  const isOld = versionOf(store) === '2022-01';
  for (let from = 0; from < ids.length; from += idsPerRequest) {
    const some = ids.slice(from, from + idsPerRequest);
    const query: Query = isOld ? [['ids', some.join(',')]] : some.map((id) => ['ids', id]);
    for (const seen of some.length > 1 ? await listAll(query, store, context) : []) {
      found.set(seen.storeProductId, seen);
    }
  }
  for (const id of ids) {
    const [seen] = found.has(id) ? [] : ((await getById(id, store, context)) ?? []);
    if (seen) {
      found.set(id, seen);
    }
  }
  return ids.map((id) => found.get(id) ?? null);
}

async function getById(
  id: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[] | null> {
  const request: ApiRequest = { method: 'GET', route: `/products/${encodeURIComponent(id)}` };
  const body = await readJson(request, store, context).catch(noneWhereGone);
  const seen = await seenOf(body.product, store);
  return seen === null ? null : [seen];
}

function noneWhereGone(thrown: unknown): Record<string, unknown> {
  if (thrown instanceof AppError && thrown.code === 'store.product-gone') {
    return {};
  }
  throw thrown;
}

async function listAll(query: Query, store: StoreAccess, context: ListerContext): Promise<SeenProduct[]> {
  const all: SeenProduct[] = [];
  for await (const page of pages(query, store, context)) {
    all.push(...page);
  }
  return all;
}

/** Yields pages in creation order, using each page's cursor for the next (`readme.md`, Versions and answers). */
async function* pages(query: Query, store: StoreAccess, context: ListerContext) {
  let cursor = '';
  for (;;) {
    const page = await listPage(cursor === '' ? query : [...query, ['cursor', cursor]], store, context);
    if (page.seen.length > 0) {
      yield page.seen;
    }
    if (page.count === 0 || page.cursor === '' || page.cursor === cursor) {
      return;
    }
    cursor = page.cursor;
  }
}

async function listPage(query: Query, store: StoreAccess, context: ListerContext) {
  const all: Query = [
    ...query,
    ['published_status', 'any'],
    ['per_page', String(perPage)],
    ['sort_direction', 'asc'],
  ];
  const body = await readJson({ method: 'GET', route: '/products', query: all }, store, context);
  if (!Array.isArray(body.products)) {
    throw new AppError('store.unwell', 'a list without products');
  }
  const seen = await Promise.all(body.products.map((sent) => seenOf(sent, store)));
  return {
    seen: seen.filter((one) => one !== null),
    count: body.products.length,
    cursor: textOf(body.cursor) ?? '',
  };
}
