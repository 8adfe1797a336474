import { AppError } from '@bowerbird/contract/errors';
import type { LookupRequest, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { itemsOf, wholeOf } from '../../reading/unread.ts';
import { readJson } from './client.ts';
import { fields, seenOf } from './seen.ts';

const perPage = 100;
/** How many milliseconds before the intent a post may be dated: the site's clock differs from ours. */
const clockMs = 2 * 60_000;
/** The API treats the first second of 1970 as no time at all. */
const earliest = Date.UTC(2000, 0, 1);
/** Number of duplicates of one key that are looked up by their slugs. */
const suffixes = ['', '-2', '-3'];

type Params = Record<string, string>;

/**
 * Returns every post that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups): by the id it is
 * bound to; by the slug it is created under; in the trash by the name it gets there; and by the mark in its text, among
 * everything that our user wrote since the intent.
 */
export async function look(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const bound = requests.flatMap(({ storeProductId }) => storeProductId ?? []);
  const slugs = requests.flatMap(({ key }) => suffixes.map((suffix) => key + suffix));
  const handles = requests.map(({ handle }) => encodeURIComponent(handle).toLowerCase());
  const found = [
    ...(await byIds(bound, store, context)),
    ...(await list({ slug: [...slugs, ...handles].join(','), status: 'any' }, store, context)),
    ...(await list(
      { slug: slugs.map((slug) => `${slug}__trashed`).join(','), status: 'trash' },
      store,
      context,
    )),
    ...(await scan(requests, store, context)),
  ];
  const byId = new Map(found.map((seen) => [seen.storeProductId, seen]));
  return requests.map(({ key, handle, storeProductId }) =>
    [...byId.values()].filter(
      (seen) =>
        seen.key === key ||
        seen.storeProductId === storeProductId ||
        (seen.handle === handle && seen.status !== 'trash'),
    ),
  );
}

/**
 * Reads what our user wrote since the earliest of these intents: published posts carry their key only in their text.
 */
async function scan(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const since = Math.min(...requests.map((request) => request.since ?? Number.POSITIVE_INFINITY));
  if (since === Number.POSITIVE_INFINITY) {
    return [];
  }
  const after = new Date(Math.max(earliest, since - clockMs)).toISOString().slice(0, 19);
  const seen: SeenProduct[] = [];
  for await (const page of pages({ after, status: 'any', ...ofOurs(store) }, store, context)) {
    seen.push(...page);
  }
  return seen;
}

/** Yields every post that carries our key, page by page. */
export async function* fullScan(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pages({ status: 'any', ...ofOurs(store) }, store, context)) {
    yield page.filter(({ key }) => key !== null);
  }
}

/** Returns posts by their ids; null for one that does not exist or is in the trash. */
export async function lookByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(SeenProduct | null)[]> {
  const found = new Map((await byIds(ids, store, context)).map((seen) => [seen.storeProductId, seen]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * Returns the posts with these ids outside the trash. An id missing from the list is requested on its own, because a
 * list may lag behind (readme.md).
 */
async function byIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const found: SeenProduct[] = [];
  for (let from = 0; from < ids.length; from += perPage) {
    const some = ids.slice(from, from + perPage);
    found.push(...(await list({ include: some.join(','), status: 'any' }, store, context)));
  }
  const listed = new Set(found.map(({ storeProductId }) => storeProductId));
  for (const id of ids.filter((each) => !listed.has(each))) {
    found.push(...(await byOwnAddress(id, store, context)));
  }
  return found.filter(({ status }) => status !== 'trash');
}

async function byOwnAddress(id: string, store: StoreAccess, context: ListerContext): Promise<SeenProduct[]> {
  const route = `/wp/v2/posts/${encodeURIComponent(id)}`;
  try {
    const { body } = await readJson(
      { method: 'GET', route, query: { context: 'edit', _fields: fields } },
      store,
      context,
    );
    return [await seenOf(body)].filter((seen) => seen !== null);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'store.product-gone') {
      return [];
    }
    throw thrown;
  }
}

function ofOurs({ prepared }: StoreAccess): Params {
  return typeof prepared.userId === 'string' ? { author: prepared.userId } : {};
}

export async function list(
  params: Params,
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  return (await listPage({ ...params, per_page: String(perPage) }, store, context)).seen;
}

/** Yields pages in the order of ids, which concurrent writes do not change. */
async function* pages(params: Params, store: StoreAccess, context: ListerContext) {
  for (let page = 1; ; page += 1) {
    const { seen, count, last } = await listPage(
      { ...params, per_page: String(perPage), page: String(page), orderby: 'id', order: 'asc' },
      store,
      context,
    );
    if (seen.length > 0) {
      yield seen;
    }
    if (count < perPage || page >= last) {
      return;
    }
  }
}

async function listPage(params: Params, store: StoreAccess, context: ListerContext) {
  const { body, headers } = await readJson(
    { method: 'GET', route: '/wp/v2/posts', query: { ...params, context: 'edit', _fields: fields } },
    store,
    context,
  );
  const items = itemsOf(body);
  const seen = await Promise.all(items.map(seenOf));
  return {
    seen: seen.filter((one) => one !== null),
    count: items.length,
    last: wholeOf(headers.get('x-wp-totalpages')) ?? Number.POSITIVE_INFINITY,
  };
}
