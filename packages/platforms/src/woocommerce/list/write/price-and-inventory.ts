import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, ToUpdate } from '../../../listing/writes.ts';
import { idOf } from '../../../reading/unread.ts';
import { amountsOf } from '../amounts.ts';
import { call } from '../calls/client.ts';
import { inTurn, type Turn } from '../calls/in-turn.ts';
import { choiceName, isVariable } from '../choices.ts';
import { heldIn, held as readHeld } from '../held.ts';
import type { Held } from '../held-product.ts';
import { outcomeOfRow, rowsIn } from './outcomes.ts';

/**
 * Writes only prices and inventory, as absolute values, so that a repeated write has the same effect as one. Products
 * without options share one request. A product with options has its own request, and those of its variants that the
 * store does not have are skipped. Nothing is created, and no mark of an attempt is set: the content stays unchanged.
 */
export async function writePriceAndInventory(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
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

async function sendPlain(rows: object[], store: StoreAccess, context: ListerContext): Promise<Outcome[]> {
  const request = { method: 'POST', route: '/wc/v3/products/batch', json: { update: rows } } as const;
  const stated = rowsIn(await call(request, store, context, { gated: true }), 'update');
  return 'outcome' in stated
    ? rows.map(() => stated)
    : await Promise.all(rows.map((_, at) => outcomeOfRow(stated.rows[at])));
}

async function sendOwn(
  item: ToUpdate | undefined,
  held: Held,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome> {
  const ids = new Map(held.variations.map(({ choice, id }) => [choice, id]));
  const rows = (item?.product.variants ?? []).flatMap((variant) => {
    const id = ids.get(choiceName(variant.optionValues));
    return id === undefined ? [] : [{ id, ...amountsOf(variant) }];
  });
  const route = `/wc/v3/products/${idOf(held.product.id)}/variations/batch`;
  const request = { method: 'POST', route, json: { update: rows.slice(0, 100) } } as const;
  const stated = rowsIn(await call(request, store, context, { gated: true }), 'update');
  if ('outcome' in stated) {
    return stated;
  }
  const outcomes = await Promise.all(stated.rows.map(outcomeOfRow));
  const failed = outcomes.find(({ outcome }) => outcome !== 'applied');
  return failed?.outcome === 'missing'
    ? { outcome: 'unknown', because: 'a variation is not there any more' }
    : (failed ?? (await outcomeOfRow(held.product)));
}
