import { resolveConflicts } from '../../../../apps/server/src/listing/conflicts.ts';
import { withOwnCodes } from '../../../../apps/server/src/listing/own-codes.ts';
import { endInPeace, type Goods, inPeace, inTrouble, type Stage, setOut } from '../stage.ts';
import { keptPieces } from './kept-pieces.ts';

const choices = ['adopt', 'rename', 'skip'] as const;

/**
 * A stranger's products hold our codes when we list: each is told, and what the merchant chose is done while workers die and the store
 * fails. Theirs is changed only where it is to become ours.
 */
export async function playConflicts(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan, played, services } = stage;
  const { ownerId } = merchant;
  const goods = await setOut(stage);
  const kind = played.faults.find((fault) => fault.kind === 'stranger');
  store.simulation.faults.add({ kind: 'stranger', ...kind, count: 2 });
  await crew.work([await merchant.start(goods.ids)], true);
  inPeace(stage);
  const held = (await merchant.rows()).filter(({ state }) => state === 'conflict' || state === 'refused');
  const choice = choices[plan.round % choices.length] ?? 'skip';
  stage.isReached = held.length > 0;
  if (choice === 'skip' || held.length === 0) {
    inTrouble(stage);
    await crew.work([await merchant.start(goods.ids)], true);
    return await endInPeace(stage, [], goods);
  }
  const { runIds, resolved } = await resolveConflicts(services, ownerId, {
    which: { listingIds: held.map(({ id }) => id) },
    choice,
    createdBy: null,
  });
  await keepAddresses(stage, goods);
  await giveOwnCodes(stage, goods);
  const kept = await keptPieces(stage, goods);
  inTrouble(stage);
  const asks = runIds.map((runId) => ({ runId, ownerId, key: merchant.shopId }));
  await crew.work(asks, true);
  const before = new Set(held.map(({ id }) => id));
  for (const row of (await merchant.rows()).filter(({ id }) => before.has(id))) {
    if (!row.created_by_us && row.store_product_id !== null) {
      const taken = row.store_product_id.split('/').at(-1) ?? '';
      goods.adopted.add(taken);
      const own = kept.get(row.product_id);
      if (own?.holder === taken) {
        goods.wanted.set(row.product_id, own.product);
      }
    }
  }
  const isDone = resolved === held.length || choice === 'adopt';
  return [
    ...(isDone ? [] : [`${resolved} of ${held.length} conflicts could be ended by ${choice}`]),
    ...(await endInPeace(stage, asks, goods)),
  ];
}

/** What is to become ours keeps the address that the store gave it, where an address is written once. */
async function keepAddresses({ merchant, store, played }: Stage, goods: Goods): Promise<void> {
  if (!played.fields.once.includes('handle')) {
    return;
  }
  for (const { product_id, adopts } of await merchant.rows()) {
    const handle = adopts === null ? undefined : store.standing(adopts)?.content.handle;
    const product = goods.wanted.get(product_id);
    if (product && handle !== undefined) {
      goods.wanted.set(product_id, { ...product, handle });
      goods.editions.get(product_id)?.unshift({ ...product, handle });
    }
  }
}

/** In this store alone these bear other codes from now on, as shoppers see at once; the merchant's own products keep theirs. */
async function giveOwnCodes({ merchant }: Stage, goods: Goods): Promise<void> {
  for (const { product_id, own_codes } of await merchant.rows()) {
    const product = goods.wanted.get(product_id);
    if (product && own_codes !== null) {
      goods.wanted.set(product_id, withOwnCodes(product, own_codes));
      goods.editions.get(product_id)?.unshift(withOwnCodes(product, own_codes));
    }
  }
}
