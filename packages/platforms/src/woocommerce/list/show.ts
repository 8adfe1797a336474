import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { type Fate, isToBeSeen, type ToUpdate } from '../../listing/writes.ts';
import { ask } from './client.ts';
import { fateOfRefusal, fateOfRow, rowsIn } from './fates.ts';
import { heldIn } from './held.ts';
import { inTurn } from './in-turn.ts';
import { lookByIds } from './look.ts';
import { imagesMark } from './marks.ts';
import { heldPictures, namedPictures } from './pictures.ts';
import { seenOf } from './seen.ts';
import { batchRoute } from './signed.ts';

/**
 * Gives products their own address, and shows those that are to be shown. One that lies in the trash is left there: any status that is written to
 * it would take it out again (recorded), and what the merchant deleted does not come back.
 */
export async function publish(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const there = await areThere(items, store, context);
  const rows: object[] = [];
  for (const item of items) {
    const status = isToBeSeen(item.options) ? 'publish' : 'draft';
    const names = await namesOf(item, store);
    rows.push({ id: Number(item.storeProductId), slug: item.product.handle, status, ...names });
  }
  return await writeThose(rows, there, store, context);
}

/** Its images with names for shoppers, where they still have those they are known by. */
async function namesOf(item: ToUpdate, store: StoreAccess): Promise<object> {
  const held = item.held === undefined ? null : heldIn(item.held, item);
  const named = held === null ? null : await namedPictures(item, heldPictures(held), store);
  return named === null ? {} : { images: named.images, meta_data: imagesMark(named.marks) };
}

/** How a product is taken from shoppers' sight: as a draft, or for the merchant's own eyes. */
export type Hidden = 'draft' | 'private';

/** Takes products from shoppers' sight, or shows them again under the address they had. */
export async function setStatus(
  ids: readonly string[],
  status: Hidden | 'publish',
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const there = (await lookByIds(ids, store, context)).map((seen) => seen !== null);
  const rows = ids.map((id) => ({ id: Number(id), status }));
  return await writeThose(rows, there, store, context);
}

/** Into the trash, one by one: in a batch the store deletes for good (read in its source). */
export async function remove(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const turns = ids.map((id, at) => ({
    ats: [at],
    send: async () => [await removeOne(id, store, context)],
  }));
  return await inTurn(ids.length, turns);
}

async function removeOne(id: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const request = { method: 'DELETE', route: `/wc/v3/products/${id}` } as const;
  const answer = await ask(request, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    return { fate: 'doubt', because: answer.because };
  }
  return answer.status < 300 ? await removed(answer.body) : fateOfRefusal(answer.status, answer.body);
}

/** It answers with the product as it was. */
async function removed(body: unknown): Promise<Fate> {
  const seen = await seenOf(body);
  return seen === null
    ? { fate: 'doubt', because: 'an answer without a product' }
    : {
        fate: 'applied',
        storeProductId: seen.storeProductId,
        version: seen.version,
        hash: '',
        address: null,
        notes: [],
      };
}

async function areThere(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<boolean[]> {
  const untold = items.filter(({ held }) => held === undefined).map(({ storeProductId }) => storeProductId);
  const seen = await lookByIds(untold, store, context);
  const there = new Set(seen.flatMap((one) => one?.storeProductId ?? []));
  return items.map(({ held, storeProductId }) =>
    held === undefined ? there.has(storeProductId) : held !== null,
  );
}

/** The rows that may be written, in one request; the others are missing. */
async function writeThose(
  rows: readonly object[],
  may: readonly boolean[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const some = rows.filter((_, at) => may[at]);
  if (some.length === 0) {
    return rows.map(() => ({ fate: 'missing' }));
  }
  const answer = await ask({ method: 'POST', route: batchRoute, json: { update: some } }, store, context, {
    gated: true,
  });
  const told = rowsIn(answer, 'update');
  const fates: Fate[] = [];
  let line = 0;
  for (const [at] of rows.entries()) {
    if (!may[at]) {
      fates.push({ fate: 'missing' });
      continue;
    }
    fates.push('fate' in told ? told : await fateOfRow(told.rows[line]));
    line += 1;
  }
  return fates;
}
