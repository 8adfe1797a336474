import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate, ToUpdate } from '../../listing/writes.ts';
import { idOf } from '../../unread.ts';
import { amountsOf } from './amounts.ts';
import { choiceName, isVariable } from './choices.ts';
import { ask } from './client.ts';
import { fateOfRow, rowsIn } from './fates.ts';
import { type Held, heldIn, held as readHeld } from './held.ts';
import { inTurn, type Turn } from './in-turn.ts';

/**
 * Prices and stock alone, as absolute figures, so that twice is as good as once. Products without choices share one request;
 * one with choices has one of its own, and those of its variants that the store does not have are passed over. Nothing is
 * made, and no mark of an attempt is set: the content stays what it was.
 */
export async function writeAmounts(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const plain: { at: number; row: object }[] = [];
  const own: { at: number; held: Held }[] = [];
  for (const [at, item] of items.entries()) {
    const [given = null] =
      item.held === undefined ? await readHeld([item.storeProductId], 'update', store, context) : [item.held];
    const held = heldIn(given, item);
    const [first] = item.product.variants;
    if (held !== null && isVariable(item.product)) {
      own.push({ at, held });
    } else if (held !== null && first) {
      plain.push({ at, row: { id: Number(item.storeProductId), ...amountsOf(first) } });
    }
  }
  const turns: Turn[] = own.map(({ at, held }) => ({
    ats: [at],
    send: async () => [await sendOwn(items[at], held, store, context)],
  }));
  if (plain.length > 0) {
    const rows = plain.map(({ row }) => row);
    turns.unshift({ ats: plain.map(({ at }) => at), send: () => sendPlain(rows, store, context) });
  }
  return await inTurn(items.length, turns);
}

async function sendPlain(rows: object[], store: StoreAccess, context: ListerContext): Promise<Fate[]> {
  const request = { method: 'POST', route: '/wc/v3/products/batch', json: { update: rows } } as const;
  const told = rowsIn(await ask(request, store, context, { gated: true }), 'update');
  return 'fate' in told
    ? rows.map(() => told)
    : await Promise.all(rows.map((_, at) => fateOfRow(told.rows[at])));
}

async function sendOwn(
  item: ToUpdate | undefined,
  held: Held,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  const ids = new Map(held.variations.map(({ choice, id }) => [choice, id]));
  const rows = (item?.product.variants ?? []).flatMap((variant) => {
    const id = ids.get(choiceName(variant.optionValues));
    return id === undefined ? [] : [{ id, ...amountsOf(variant) }];
  });
  const route = `/wc/v3/products/${idOf(held.product.id)}/variations/batch`;
  const request = { method: 'POST', route, json: { update: rows.slice(0, 100) } } as const;
  const told = rowsIn(await ask(request, store, context, { gated: true }), 'update');
  if ('fate' in told) {
    return told;
  }
  const fates = await Promise.all(told.rows.map(fateOfRow));
  const failed = fates.find(({ fate }) => fate !== 'applied');
  return failed?.fate === 'missing'
    ? { fate: 'doubt', because: 'a variation is not there any more' }
    : (failed ?? (await fateOfRow(held.product)));
}
