import type { Fate, ListerContext, StoreAccess, ToUpdate } from '../../platform.ts';
import { TooLate } from '../../too-late.ts';
import { ask } from './client.ts';
import { fateOfRefusal, fateOfRow, rowsIn } from './fates.ts';
import { lookByIds } from './look.ts';
import { seenOf } from './seen.ts';

const batchRoute = '/wc/v3/products/batch';

/**
 * Gives products their own address and shows them. One that lies in the trash is left there: any status that is written to
 * it would take it out again (recorded), and what the merchant deleted does not come back.
 */
export async function publish(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const there = await areThere(items, store, context);
  const rows = items.map(({ storeProductId, product }) => ({
    id: Number(storeProductId),
    slug: product.handle,
    status: 'publish',
  }));
  return await writeThose(rows, there, store, context);
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

/** Into the trash, one by one: in a batch the store deletes for good (from memory). */
export async function remove(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const fates: Fate[] = [];
  for (const id of ids) {
    const request = { method: 'DELETE', route: `/wc/v3/products/${id}` } as const;
    try {
      const answer = await ask(request, store, context, { gated: true });
      fates.push(
        answer.kind === 'unclear'
          ? { fate: 'doubt', because: answer.because }
          : answer.status < 300
            ? await removed(answer.body)
            : fateOfRefusal(answer.status, answer.body),
      );
    } catch (thrown) {
      if (!(thrown instanceof TooLate) || fates.length === 0) {
        throw thrown;
      }
      fates.push({ fate: 'throttled', waitMs: 0 });
    }
  }
  return fates;
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
