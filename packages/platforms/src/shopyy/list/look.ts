import { AppError } from '@bowerbird/contract/errors';
import type { LookAsk, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { idOf, isObject, textOf, type UnreadObject } from '../../unread.ts';
import { readProduct } from './client.ts';
import { idsIn, listAfter, marksIn, windowStart } from './marks.ts';
import { isNamed } from './product-body.ts';
import { keyIn, listedOf, seenOf } from './seen.ts';

/**
 * Every product that may be ours for each of these keys (`docs/listing-protocol.md`, Look-ups): by the id it is bound to; in the
 * window of all that was made since the first of them was intended, by its SPU; and there by its handle with the number that the
 * store puts behind one that is held. The API has no look by handle: what is older than the window is not asked for it.
 */
export async function look(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const keys = new Set(asks.map(({ key }) => key));
  const handles = asks.map(({ handle }) => handle);
  const rows = new Map<string, UnreadObject>();
  const since = Math.min(...asks.map(({ since: first }) => first ?? 0));
  for await (const page of pagesAfter(windowStart(since, marksIn(store)), store, context)) {
    for (const row of page) {
      const key = keyIn(row);
      const handle = textOf(row.handle);
      if (key !== null ? keys.has(key) : handles.some((name) => isNamed(handle, name))) {
        rows.set(idOf(row.id) ?? '', row);
      }
    }
  }
  const ids = new Set([...asks.flatMap(({ storeProductId }) => storeProductId ?? []), ...rows.keys()]);
  const found: SeenProduct[] = [];
  for (const id of ids) {
    const product = await readProduct(id, store, context);
    // When it was made, only lists may tell.
    const seen = product && (await seenOf({ created_at: rows.get(id)?.created_at, ...product }, store));
    if (seen) {
      found.push(seen);
    }
  }
  return asks.map(({ key, handle, storeProductId }) =>
    found.filter(
      (seen) =>
        seen.key === key ||
        seen.storeProductId === storeProductId ||
        (seen.key === null && seen.handle === handle),
    ),
  );
}

/** Every product that bears a key of ours, as the list tells it: which attempt wrote it is not told there. */
export async function* census(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  for await (const page of pagesAfter(0, store, context)) {
    yield page.flatMap((row) => (keyIn(row) === null ? [] : (listedOf(row, store) ?? [])));
  }
}

/** The products by their ids, each asked for by itself: only so is a description told. */
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

/** All that follows an id. A page may be short; only an empty one is the end. */
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
      // Asked for what follows, it told what went before: absence cannot be read from such a list.
      throw new AppError('store.unwell', 'the list of products does not go on');
    }
    yield page.filter(isObject);
    after = last;
  }
}
