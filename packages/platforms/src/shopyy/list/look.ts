import { AppError } from '@bowerbird/contract/errors';
import type { LookupRequest, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { idOf, isObject, textOf, type UnreadObject } from '../../reading/unread.ts';
import { readProduct } from './client.ts';
import { idsIn, listAfter, marksIn, windowStart } from './marks.ts';
import { keyIn, listedOf, seenOf } from './seen.ts';
import { isNamed } from './write/product-body.ts';

/**
 * Returns every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups): by the id it is
 * bound to; and in the window of everything created since the first of these intents, by its SPU and by its handle with
 * the number that the store adds to a taken one. The API has no look-up by handle, so products older than the window
 * are not looked up by it.
 */
export async function look(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const keys = new Set(requests.map(({ key }) => key));
  const handles = requests.map(({ handle }) => handle);
  const rows = new Map<string, UnreadObject>();
  const since = Math.min(...requests.map(({ since: first }) => first ?? 0));
  for await (const page of pagesAfter(windowStart(since, marksIn(store)), store, context)) {
    for (const row of page) {
      const key = keyIn(row);
      const handle = textOf(row.handle);
      if (key !== null ? keys.has(key) : handles.some((name) => isNamed(handle, name))) {
        rows.set(idOf(row.id) ?? '', row);
      }
    }
  }
  const ids = new Set([...requests.flatMap(({ storeProductId }) => storeProductId ?? []), ...rows.keys()]);
  const found: SeenProduct[] = [];
  for (const id of ids) {
    const product = await readProduct(id, store, context);
    // Only lists give the creation time.
    const seen = product && (await seenOf({ created_at: rows.get(id)?.created_at, ...product }, store));
    if (seen) {
      found.push(seen);
    }
  }
  return requests.map(({ key, handle, storeProductId }) =>
    found.filter(
      (seen) =>
        seen.key === key ||
        seen.storeProductId === storeProductId ||
        (seen.key === null && seen.handle === handle),
    ),
  );
}

/**
 * Yields every product that carries our key, as the list returns it; the list does not give the attempt that wrote it.
 */
export async function* fullScan(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pagesAfter(0, store, context)) {
    yield page.flatMap((row) => (keyIn(row) === null ? [] : (listedOf(row, store) ?? [])));
  }
}

/** Returns products by their ids, each with its own request, because only that returns a description. */
export async function lookByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(SeenProduct | null)[]> {
  const found: (SeenProduct | null)[] = [];
  for (const id of ids) {
    const product = await readProduct(id, store, context);
    found.push(product && (await seenOf(product, store)));
  }
  return found;
}

/** Yields all products after an id. A page may be short; only an empty one is the end. */
async function* pagesAfter(
  first: number,
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<UnreadObject[]> {
  for (let after = first; ; ) {
    const page = await listAfter(after, store, context);
    if (page.length === 0) {
      return;
    }
    const last = Math.max(after, ...idsIn(page));
    if (last === after) {
      // The list returned earlier products than requested: absence cannot be concluded from such a list.
      throw new AppError('store.unwell', 'the list of products does not go on');
    }
    yield page.filter(isObject);
    after = last;
  }
}
