import { AppError } from '@bowerbird/contract/errors';
import type { LookAsk, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { StoreFault } from '../../listing/writes.ts';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { read } from './client.ts';
import { markIn } from './mark.ts';
import { decoded, seenOf } from './seen.ts';

const perPage = 250;
/** Ids of 26 digits that one address holds well. */
const idsPerPage = 100;
/** How far before the intent a product may be dated: the store's clock is its own. */
const clockMs = 2 * 60_000;
/** The platform knows no product before 1990; nothing of ours is older than this. */
const earliest = Date.UTC(2000, 0, 1);
const pictureTriesMax = 6;

type Params = Record<string, string>;

/**
 * Every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups): by the id it is bound to, by the
 * handle it is made under and the one it is to have, and all that was made since it was intended, by the key in its
 * SPU. A rung that finds ends nothing: a twin under a suffixed handle stands in the last one only.
 */
export async function look(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const bound = asks.flatMap(({ storeProductId }) => storeProductId ?? []);
  const own = (await lookByIds(bound, store, context)).filter((seen) => seen !== null);
  const found = [...own, ...(await sweep(asks, own, store, context))];
  const byId = new Map(found.map((seen) => [seen.storeProductId, seen]));
  for (const { key, handle } of asks) {
    // Bound ones are found by now; a doubt, and what was never made, are asked for by their handles too.
    if (![...byId.values()].some((seen) => seen.key === key)) {
      for (const name of new Set([key, handle])) {
        for (const seen of await list({ handle: name }, store, context)) {
          byId.set(seen.storeProductId, seen);
        }
      }
    }
  }
  const all = [...byId.values()];
  return asks.map(({ key, handle, storeProductId }) =>
    all.filter(
      (seen) => seen.key === key || seen.storeProductId === storeProductId || seen.handle === decoded(handle),
    ),
  );
}

/**
 * All that was made since the earliest of these was intended, or is dated by the store: where its clock is days behind, a second one is dated
 * beside the first.
 */
async function sweep(
  asks: readonly LookAsk[],
  own: readonly SeenProduct[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const intended = Math.min(...asks.map((ask) => ask.since ?? Number.POSITIVE_INFINITY));
  if (intended === Number.POSITIVE_INFINITY) {
    return [];
  }
  const dated = own.map(({ createdAt }) => Date.parse(createdAt)).filter((at) => !Number.isNaN(at));
  const since = Math.min(intended, ...dated);
  const from = new Date(Math.max(earliest, since - clockMs)).toISOString().replace(/\.\d+Z$/, '+00:00');
  const seen: SeenProduct[] = [];
  for await (const page of pages({ created_at_min: from }, store, context)) {
    seen.push(...page);
  }
  return seen;
}

/** Every product that bears a key of ours, a page at a time. */
export async function* census(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pages({}, store, context)) {
    yield page.filter(({ key }) => key !== null);
  }
}

/** The products by their ids. What a list does not know is asked for at its own address before it is taken for gone. */
export async function lookByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(SeenProduct | null)[]> {
  const found = new Map<string, SeenProduct>();
  for (let from = 0; from < ids.length; from += idsPerPage) {
    const some = ids.slice(from, from + idsPerPage);
    for (const seen of await list({ ids: some.join(',') }, store, context)) {
      found.set(seen.storeProductId, seen);
    }
  }
  const seen: (SeenProduct | null)[] = [];
  for (const id of ids) {
    const product = found.has(id) ? null : await productAt(id, store, context);
    seen.push(found.get(id) ?? (product && (await seenOf(product, store))));
  }
  return seen;
}

/** The product of this id as the store tells it; null for one that is not there. */
export async function productAt(
  id: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<UnreadObject | null> {
  try {
    const { body } = await read({ path: `products/${encodeURIComponent(id)}.json` }, store, context);
    const product = isObject(body) ? body.product : null;
    if (!isObject(product)) {
      throw new AppError('store.unwell', 'an answer without the product');
    }
    return product;
  } catch (thrown) {
    if (AppError.from(thrown).code === 'store.product-gone') {
      return null;
    }
    throw thrown;
  }
}

/** Those that hold this handle now. */
export function holdersOf(
  handle: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  return list({ handle }, store, context);
}

/**
 * Pictures that the store was sent and did not fetch; those it may still be fetching are waited for (`readme.md`, Writing products).
 */
export async function failedPictures(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Map<string, StoreFault[]>> {
  let failed = new Map<string, StoreFault[]>();
  let left = ids;
  for (let tries = 1; left.length > 0 && tries <= pictureTriesMax; tries += 1) {
    failed = new Map();
    for (let from = 0; from < left.length; from += idsPerPage) {
      const some = left.slice(from, from + idsPerPage);
      for (const product of await listSent({ ids: some.join(',') }, store, context)) {
        const wanted = markIn(textOf(product.spu) ?? '')?.pictures?.count ?? 0;
        const missing = wanted - itemsOf(product.images).length;
        if (missing > 0) {
          const said = `${missing} of ${wanted} pictures are not there`;
          failed.set(textOf(product.id) ?? '', [
            { code: 'store.picture-failed', params: { n: missing, message: said }, field: 'pictures', said },
          ]);
        }
      }
    }
    left = [...failed.keys()];
    if (left.length > 0 && tries < pictureTriesMax) {
      await context.sleep(2500, context.signal);
    }
  }
  return failed;
}

async function list(params: Params, store: StoreAccess, context: ListerContext): Promise<SeenProduct[]> {
  const sent = await listSent(params, store, context);
  const seen = await Promise.all(sent.map((product) => seenOf(product, store)));
  return seen.filter((one) => one !== null);
}

async function listSent(params: Params, store: StoreAccess, context: ListerContext): Promise<UnreadObject[]> {
  return (await listPage({ ...params, limit: String(perPage) }, store, context)).sent;
}

/** Pages by the time of creation, which a write meanwhile does not move. */
async function* pages(params: Params, store: StoreAccess, context: ListerContext) {
  let query: Params = { ...params, limit: String(perPage), order_by: 'created_at_asc' };
  for (;;) {
    const { sent, next } = await listPage(query, store, context);
    const seen = await Promise.all(sent.map((product) => seenOf(product, store)));
    yield seen.filter((one) => one !== null);
    if (next === null || next === query.page_info) {
      return;
    }
    query = { limit: String(perPage), page_info: next };
  }
}

async function listPage(query: Params, store: StoreAccess, context: ListerContext) {
  const { body, headers } = await read({ path: 'products/products.json', query }, store, context);
  if (!isObject(body) || !Array.isArray(body.products)) {
    throw new AppError('store.unwell', 'an answer without the list of products');
  }
  return { sent: body.products.filter(isObject), next: nextIn(headers.get('link')) };
}

/** `page_info` of the address that is `next` (`readme.md`, Versions and answers). */
export function nextIn(link: string | null): string | null {
  for (const [, address = '', rel] of (link ?? '').matchAll(/<([^<>]*)>\s*;\s*rel="?(\w+)"?/g)) {
    if (rel === 'next') {
      return URL.parse(address)?.searchParams.get('page_info') ?? null;
    }
  }
  return null;
}
