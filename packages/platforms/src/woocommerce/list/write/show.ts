import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { isToBeSeen, type Outcome, type ToUpdate } from '../../../listing/writes.ts';
import { call } from '../calls/client.ts';
import { inTurn } from '../calls/in-turn.ts';
import { batchRoute } from '../calls/signed.ts';
import { heldIn } from '../held.ts';
import { heldImages, namedImages } from '../images/images.ts';
import { lookByIds } from '../look.ts';
import { imagesMark } from '../marks.ts';
import { seenOf } from '../seen.ts';
import { outcomeOfRefusal, outcomeOfRow, rowsIn } from './outcomes.ts';

/**
 * Gives products their own address, and publishes those that are to be visible. A product in the trash is left there:
 * writing any status would restore it (recorded), and what the merchant deleted must not come back.
 */
export async function publish(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const there = await areThere(items, store, context);
  const rows: object[] = [];
  for (const item of items) {
    const status = isToBeSeen(item.options) ? 'publish' : 'draft';
    const names = await namesOf(item, store);
    rows.push({ id: Number(item.storeProductId), slug: item.product.handle, status, ...names });
  }
  return await writeThose(rows, there, store, context);
}

/** Returns its images with names for shoppers, where they still have their marks as names. */
async function namesOf(item: ToUpdate, store: StoreAccess): Promise<object> {
  const held = item.held === undefined ? null : heldIn(item.held, item);
  const named = held === null ? null : await namedImages(item, heldImages(held), store);
  return named === null ? {} : { images: named.images, meta_data: imagesMark(named.marks) };
}

/** How a product is unpublished: as a draft, or visible only to the merchant. */
export type Hidden = 'draft' | 'private';

/** Unpublishes products, or publishes them again under the address they had. */
export async function setStatus(
  ids: readonly string[],
  status: Hidden | 'publish',
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const there = (await lookByIds(ids, store, context)).map((seen) => seen !== null);
  const rows = ids.map((id) => ({ id: Number(id), status }));
  return await writeThose(rows, there, store, context);
}

/** Moves products to the trash, one by one: in a batch the store deletes permanently (read in its source). */
export async function remove(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const turns = ids.map((id, at) => ({
    ats: [at],
    send: async () => [await removeOne(id, store, context)],
  }));
  return await inTurn(ids.length, turns);
}

async function removeOne(id: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const request = { method: 'DELETE', route: `/wc/v3/products/${id}` } as const;
  const answer = await call(request, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  return answer.status < 300 ? await removed(answer.body) : outcomeOfRefusal(answer.status, answer.body);
}

/** The store answers with the product as it was. */
async function removed(body: unknown): Promise<Outcome> {
  const seen = await seenOf(body);
  return seen === null
    ? { outcome: 'unknown', because: 'an answer without a product' }
    : {
        outcome: 'applied',
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
  const unstated = items.filter(({ held }) => held === undefined).map(({ storeProductId }) => storeProductId);
  const seen = await lookByIds(unstated, store, context);
  const there = new Set(seen.flatMap((one) => one?.storeProductId ?? []));
  return items.map(({ held, storeProductId }) =>
    held === undefined ? there.has(storeProductId) : held !== null,
  );
}

/** Writes the rows that may be written, in one request; the others are missing. */
async function writeThose(
  rows: readonly object[],
  may: readonly boolean[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const some = rows.filter((_, at) => may[at]);
  if (some.length === 0) {
    return rows.map(() => ({ outcome: 'missing' }));
  }
  const answer = await call({ method: 'POST', route: batchRoute, json: { update: some } }, store, context, {
    gated: true,
  });
  const stated = rowsIn(answer, 'update');
  const outcomes: Outcome[] = [];
  let line = 0;
  for (const [at] of rows.entries()) {
    if (!may[at]) {
      outcomes.push({ outcome: 'missing' });
      continue;
    }
    outcomes.push('outcome' in stated ? stated : await outcomeOfRow(stated.rows[line]));
    line += 1;
  }
  return outcomes;
}
