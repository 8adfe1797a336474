import { AppError } from '@bowerbird/contract/errors';
import type { LookupRequest, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import type { StoreFault } from '../../listing/writes.ts';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { read } from './connection/client.ts';
import { markIn } from './mark.ts';
import { decoded, seenOf } from './seen.ts';

const perPage = 250;
/** Number of 26-digit ids that fit into one address. */
const idsPerPage = 100;
/** How many milliseconds before the intent a product may be dated: the store's clock differs from ours. */
const clockMs = 2 * 60_000;
/** The platform knows no product before 1990; none of ours is older than this date. */
const earliest = Date.UTC(2000, 0, 1);
const imageTriesMax = 6;

type Params = Record<string, string>;

/**
 * Returns every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups): by the id it is
 * bound to, by the handle it is created under and its final handle, and by the key in the SPU among all products
 * created since the intent. A strategy that finds a product does not end the look-up: only the last one finds a
 * duplicate with a suffixed handle.
 */
export async function look(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const bound = requests.flatMap(({ storeProductId }) => storeProductId ?? []);
  const own = (await lookByIds(bound, store, context)).filter((seen) => seen !== null);
  const found = [...own, ...(await scan(requests, own, store, context))];
  const byId = new Map(found.map((seen) => [seen.storeProductId, seen]));
  for (const { key, handle } of requests) {
    // Bound products are found by now; those with an unknown outcome and those never created are also looked up by
    // their handles.
    if (![...byId.values()].some((seen) => seen.key === key)) {
      for (const name of new Set([key, handle])) {
        for (const seen of await list({ handle: name }, store, context)) {
          byId.set(seen.storeProductId, seen);
        }
      }
    }
  }
  const all = [...byId.values()];
  return requests.map(({ key, handle, storeProductId }) =>
    all.filter(
      (seen) => seen.key === key || seen.storeProductId === storeProductId || seen.handle === decoded(handle),
    ),
  );
}

/**
 * Reads everything created since the earliest of these intents or since its date in the store: when the store's clock
 * is days behind, a second product is dated next to the first.
 */
async function scan(
  requests: readonly LookupRequest[],
  own: readonly SeenProduct[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const intended = Math.min(...requests.map((request) => request.since ?? Number.POSITIVE_INFINITY));
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

/** Yields every product that carries our key, page by page. */
export async function* fullScan(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pages({}, store, context)) {
    yield page.filter(({ key }) => key !== null);
  }
}

/**
 * Returns products by their ids. An id missing from the list is requested at its own address before it counts as gone.
 */
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

/** Returns the product with this id from the store's answer; null when it does not exist. */
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

/** Returns the products that now have this handle. */
export function holdersOf(
  handle: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  return list({ handle }, store, context);
}

/**
 * Returns images that were sent to the store and not fetched; waits for those it may still be fetching (`readme.md`,
 * Writing products).
 */
export async function failedImages(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Map<string, StoreFault[]>> {
  let failed = new Map<string, StoreFault[]>();
  let left = ids;
  for (let tries = 1; left.length > 0 && tries <= imageTriesMax; tries += 1) {
    failed = new Map();
    for (let from = 0; from < left.length; from += idsPerPage) {
      const some = left.slice(from, from + idsPerPage);
      for (const product of await listSent({ ids: some.join(',') }, store, context)) {
        const wanted = markIn(textOf(product.spu) ?? '')?.images?.count ?? 0;
        const missing = wanted - itemsOf(product.images).length;
        if (missing > 0) {
          const said = `${missing} of ${wanted} pictures are not there`;
          failed.set(textOf(product.id) ?? '', [
            { code: 'store.image-failed', params: { n: missing, message: said }, field: 'images', said },
          ]);
        }
      }
    }
    left = [...failed.keys()];
    if (left.length > 0 && tries < imageTriesMax) {
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

/** Yields pages in order of creation time, which concurrent writes do not change. */
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

/** Returns `page_info` from the address that is `next` (`readme.md`, Versions and answers). */
export function nextIn(link: string | null): string | null {
  for (const [, address = '', rel] of (link ?? '').matchAll(/<([^<>]*)>\s*;\s*rel="?(\w+)"?/g)) {
    if (rel === 'next') {
      return URL.parse(address)?.searchParams.get('page_info') ?? null;
    }
  }
  return null;
}
