import { plainText } from '../../html-text.ts';
import type { LookAsk, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { idOf, textOf, type UnreadObject } from '../../unread.ts';
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

/** How far before the intent a product may be dated: the store's clock is its own. */
const clockMs = 2 * 60_000;
/** A window of at most so many products is read whole, and then no rung needs to be asked for each key. */
const smallWindow = 300;
/** As many twins of one key are looked for by their slugs. */
const suffixes = ['', '-2', '-3'];
/** Every status but the trash; and the trash. */
const statuses = ['any', 'trash'] as const;

/**
 * Every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups). All of ours were made after they were
 * first intended, so where few products were made since, those are read whole: the last rung has every candidate of the
 * others. Else each key is asked for by id, slug and SKU, in the shop and in its trash, and the window only for what no
 * rung found. Absence was told by every rung.
 */
export async function look(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const after = windowOf(asks, store);
  const small = after === null ? null : await windowIfSmall(after, store, context);
  const found = new Map((small ?? []).map((one) => [one.seen.storeProductId, one]));
  const take = (more: readonly Found[]) => {
    for (const one of more) {
      found.set(one.seen.storeProductId, one);
    }
  };
  const answers = () => asks.map((ask) => candidates(ask, [...found.values()], aheadOf(store)));
  const bound = asks.flatMap(({ storeProductId }) => storeProductId ?? []);
  if (bound.length > 0) {
    take(await readAll(await rawByIds(bound, store, context)));
  }
  const missing = () => {
    const given = answers();
    return asks.filter(({ key }, at) => !given[at]?.some((one) => one.key === key));
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

/** Who holds one of our codes. A code with a comma in it cannot be asked for: the API takes it for two. */
async function bySkus(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Found[]> {
  const skus = [...new Set(asks.flatMap((ask) => ask.skus))].filter(
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

/** A variation that holds a code of ours stands for its product. */
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

/** How far the store's clock was ahead of ours when it was asked last, in milliseconds. */
function aheadOf({ prepared: { clockAheadMs } }: StoreAccess): number {
  return typeof clockAheadMs === 'number' ? clockAheadMs : 0;
}

function candidates(ask: LookAsk, found: readonly Found[], aheadMs: number): SeenProduct[] {
  return found.flatMap((one) => {
    const { seen } = one;
    if (isHalfByContent(ask, one, aheadMs)) {
      return [{ ...seen, key: ask.key, halfMade: true as const }];
    }
    const isOne =
      seen.key === ask.key ||
      seen.storeProductId === ask.storeProductId ||
      (seen.handle === ask.handle && seen.status !== 'trash') ||
      seen.skus.some((sku) => ask.skus.includes(sku));
    return isOne ? [seen] : [];
  });
}

/**
 * Neither key nor slug, but made since the intent with our code, our title and our words, and no attempt marked on it: ours,
 * cut off in the making by a store that drops the slugs of drafts (`docs/listing-protocol.md`, Look-ups).
 */
function isHalfByContent(
  { skus, since, product }: LookAsk,
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

/** Every product that bears a key of ours, a page at a time. */
export async function* census(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pages({ status: 'any' }, store, context)) {
    yield page.map(({ seen }) => seen).filter(({ key }) => key !== null);
  }
}

/** The products by their ids; one that is not there, or lies in the trash, is null. */
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
 * From when on ours can have been made, in the store's time. A zone is named with it; where the store passes over that it
 * compares with its own local time, so a zone behind ours, and a clock behind ours, begin the window earlier.
 */
function windowOf(asks: readonly LookAsk[], { prepared }: StoreAccess): string | null {
  const since = Math.min(...asks.map((ask) => ask.since ?? Number.POSITIVE_INFINITY));
  if (since === Number.POSITIVE_INFINITY) {
    return null;
  }
  const behind = [prepared.clockAheadMs, prepared.gmtOffsetMs]
    .map((ms) => Math.min(0, typeof ms === 'number' ? ms : 0))
    .reduce((sum, ms) => sum + ms, 0);
  const from = Math.max(Date.UTC(2000, 0, 1), since + behind - clockMs);
  return `${new Date(from).toISOString().slice(0, 19)}Z`;
}

/** Everything made since, or null where that is too much to be read for a doubt. */
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
