import type { LookupRequest, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import {
  type Found,
  isVariation,
  list,
  listRaw,
  pages,
  perPage,
  rawByIds,
  readAll,
} from './product-lists.ts';

/** How long before the intent a product may be dated, in milliseconds: the store has its own clock. */
const clockMs = 2 * 60_000;
/**
 * A window of at most this many products is read whole; then no other step of the look-up order is needed for each key.
 */
const smallWindow = 300;
/** Slugs by which duplicates of one key are searched for. */
const suffixes = ['', '-2', '-3'];
/** Every status but the trash; and the trash. */
const statuses = ['any', 'trash'] as const;

/**
 * Returns every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups). All of ours
 * were created after they were first intended, so where few products were created since, those are read whole: that
 * last step has every candidate of the others. Otherwise each key is looked up by id, slug and SKU, in the shop and in
 * its trash, and the window is read only for keys that no step found. A key is absent only when every step reported
 * absence.
 */
export async function look(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const after = windowOf(requests, store);
  const small = after === null ? null : await windowIfSmall(after, store, context);
  const found = new Map((small ?? []).map((one) => [one.seen.storeProductId, one]));
  const take = (more: readonly Found[]) => {
    for (const one of more) {
      found.set(one.seen.storeProductId, one);
    }
  };
  const answers = () => requests.map((request) => candidates(request, [...found.values()], aheadOf(store)));
  const bound = requests.flatMap(({ storeProductId }) => storeProductId ?? []);
  if (bound.length > 0) {
    take(await readAll(await rawByIds(bound, store, context)));
  }
  const missing = () => {
    const given = answers();
    return requests.filter(({ key }, at) => !given[at]?.some((one) => one.key === key));
  };
  for (const { key } of missing()) {
    take(await bySlugs(key, store, context));
  }
  take(await bySkus(missing(), store, context));
  if (after !== null && small === null && missing().length > 0) {
    for (const status of statuses) {
      for await (const page of pages({ after, status }, store, context)) {
        take(page);
      }
    }
  }
  return answers();
}

/** Drafts keep the slug they were given; in the trash it gets an ending. The API takes one slug at a time. */
async function bySlugs(key: string, store: StoreAccess, context: ListerContext): Promise<Found[]> {
  const found: Found[] = [];
  for (const suffix of suffixes) {
    found.push(...(await list({ slug: key + suffix, status: 'any' }, store, context)));
    found.push(...(await list({ slug: `${key}${suffix}__trashed`, status: 'trash' }, store, context)));
  }
  return found;
}

/** Returns the products that hold one of our SKUs. A SKU with a comma cannot be looked up: the API takes it for two. */
async function bySkus(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Found[]> {
  const skus = [...new Set(requests.flatMap((request) => request.skus))].filter(
    (sku) => sku !== '' && !sku.includes(','),
  );
  const found: Found[] = [];
  for (let from = 0; from < skus.length; from += perPage) {
    for (const status of statuses) {
      const sku = skus.slice(from, from + perPage).join(',');
      const items = await listRaw({ sku, status, per_page: String(perPage) }, store, context);
      found.push(...(await readAll(items.filter((item) => !isVariation(item)))));
      const held = items.filter(isVariation);
      found.push(...(await parentsOf(held, store, context)));
    }
  }
  return found;
}

/** A variation that holds a SKU of ours counts as its product. */
async function parentsOf(
  variations: readonly UnreadObject[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Found[]> {
  const codes = new Map<string, string[]>();
  for (const { parent_id, sku } of variations) {
    const parent = idOf(parent_id) ?? '';
    codes.set(parent, [...(codes.get(parent) ?? []), textOf(sku) ?? '']);
  }
  const found: Found[] = [];
  for (const status of codes.size > 0 ? statuses : []) {
    found.push(...(await list({ include: [...codes.keys()].join(','), status }, store, context)));
  }
  return found.map((one) => ({
    ...one,
    seen: { ...one.seen, skus: [...one.seen.skus, ...(codes.get(one.seen.storeProductId) ?? [])] },
  }));
}

/** Returns how far the store's clock was ahead of ours at the last check, in milliseconds. */
function aheadOf({ prepared: { clockAheadMs } }: StoreAccess): number {
  return typeof clockAheadMs === 'number' ? clockAheadMs : 0;
}

function candidates(request: LookupRequest, found: readonly Found[], aheadMs: number): SeenProduct[] {
  return found.flatMap((one) => {
    const { seen } = one;
    if (isPartialByContent(request, one, aheadMs)) {
      return [{ ...seen, key: request.key, partial: true as const }];
    }
    const isOne =
      seen.key === request.key ||
      seen.storeProductId === request.storeProductId ||
      (seen.handle === request.handle && seen.status !== 'trash') ||
      seen.skus.some((sku) => request.skus.includes(sku));
    return isOne ? [seen] : [];
  });
}

/**
 * Reports a partial product: without key and slug, but created since the intent with our SKU, title and texts, and
 * without a mark of an attempt. It is ours, cut off during creation by a store that drops the slugs of drafts
 * (`docs/listing-protocol.md`, Look-ups).
 */
function isPartialByContent(
  { skus, since, product }: LookupRequest,
  { seen, title, description }: Found,
  aheadMs: number,
): boolean {
  return (
    product !== undefined &&
    since !== null &&
    seen.key === null &&
    seen.attemptId === null &&
    seen.status === 'draft' &&
    Date.parse(seen.createdAt) >= since + aheadMs - clockMs &&
    seen.skus.some((sku) => skus.includes(sku)) &&
    title === plainText(product.title) &&
    plainText(description) === plainText(product.descriptionHtml)
  );
}

/** Yields every product that carries a key of ours, a page at a time. */
export async function* fullScan(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pages({ status: 'any' }, store, context)) {
    yield page.map(({ seen }) => seen).filter(({ key }) => key !== null);
  }
}

/** Returns the products of these ids; null for one that does not exist, or is in the trash. */
export async function lookByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(SeenProduct | null)[]> {
  const all = await readAll(await rawByIds(ids, store, context));
  const found = new Map(all.map(({ seen }) => [seen.storeProductId, seen]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * Returns the earliest time, on the store's clock, at which ours can have been created. It includes a time zone; a
 * store that ignores the zone compares with its own local time, so a zone behind ours, and a clock behind ours, begin
 * the window earlier.
 */
function windowOf(requests: readonly LookupRequest[], { prepared }: StoreAccess): string | null {
  const since = Math.min(...requests.map((request) => request.since ?? Number.POSITIVE_INFINITY));
  if (since === Number.POSITIVE_INFINITY) {
    return null;
  }
  const behind = [prepared.clockAheadMs, prepared.gmtOffsetMs]
    .map((ms) => Math.min(0, typeof ms === 'number' ? ms : 0))
    .reduce((sum, ms) => sum + ms, 0);
  const from = Math.max(Date.UTC(2000, 0, 1), since + behind - clockMs);
  return `${new Date(from).toISOString().slice(0, 19)}Z`;
}

/** Returns everything created since, or null where that is too much to read to resolve an unknown outcome. */
async function windowIfSmall(
  after: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<Found[] | null> {
  const found: Found[] = [];
  for (const status of statuses) {
    for await (const page of pages({ after, status }, store, context)) {
      found.push(...page);
      if (found.length > smallWindow) {
        return null;
      }
    }
  }
  return found;
}
