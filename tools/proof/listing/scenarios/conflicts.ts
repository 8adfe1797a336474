import { resolveConflicts } from '../../../../apps/server/src/listing/api/conflicts.ts';
import { withOwnCodes } from '../../../../apps/server/src/listing/ledger/own-codes.ts';
import { endInPeace, inPeace, inTrouble, type Products, type Stage, setOut } from '../stage.ts';
import { keptInventory } from './kept-inventory.ts';

const choices = ['adopt', 'rename', 'skip'] as const;

/**
 * Lists while unmanaged products hold our codes: each is reported, and the merchant's choice is carried out while
 * workers die and the store fails. An unmanaged product is changed only if it is to become ours.
 */
export async function runConflicts(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan, simulated, services } = stage;
  const { ownerId } = merchant;
  const products = await setOut(stage);
  const kind = simulated.faults.find((fault) => fault.kind === 'unmanaged');
  store.simulation.faults.add({ kind: 'unmanaged', ...kind, count: 2 });
  await crew.work([await merchant.start(products.ids)], true);
  inPeace(stage);
  const held = (await merchant.rows()).filter(({ state }) => state === 'conflict' || state === 'refused');
  const choice = choices[plan.round % choices.length] ?? 'skip';
  stage.isReached = held.length > 0;
  if (choice === 'skip' || held.length === 0) {
    inTrouble(stage);
    await crew.work([await merchant.start(products.ids)], true);
    return await endInPeace(stage, [], products);
  }
  const { runIds, resolved } = await resolveConflicts(services, ownerId, {
    which: { listingIds: held.map(({ id }) => id) },
    choice,
    createdBy: null,
  });
  await keepAddresses(stage, products);
  await giveOwnCodes(stage, products);
  const kept = await keptInventory(stage, products);
  inTrouble(stage);
  const requests = runIds.map((runId) => ({ runId, ownerId, key: merchant.shopId }));
  await crew.work(requests, true);
  const before = new Set(held.map(({ id }) => id));
  for (const row of (await merchant.rows()).filter(({ id }) => before.has(id))) {
    // What is to be adopted counts too: a run that failed before it could adopts it when it is started again.
    const adopted = row.adopts ?? (row.created_by_us ? null : row.store_product_id);
    if (adopted !== null) {
      const taken = adopted.split('/').at(-1) ?? '';
      products.adopted.add(taken);
      const own = kept.get(row.product_id);
      if (own?.holder === taken) {
        products.wanted.set(row.product_id, own.product);
      }
    }
  }
  const isDone = resolved === held.length || choice === 'adopt';
  return [
    ...(isDone ? [] : [`${resolved} of ${held.length} conflicts could be ended by ${choice}`]),
    ...(await endInPeace(stage, requests, products)),
  ];
}

/** Keeps the store's address for products that are to become ours, if an address is written only once. */
async function keepAddresses({ merchant, store, simulated }: Stage, products: Products): Promise<void> {
  if (!simulated.fields.once.includes('handle')) {
    return;
  }
  for (const { product_id, adopts } of await merchant.rows()) {
    const handle = adopts === null ? undefined : store.standing(adopts)?.content.handle;
    const product = products.wanted.get(product_id);
    if (product && handle !== undefined) {
      products.wanted.set(product_id, { ...product, handle });
      products.editions.get(product_id)?.unshift({ ...product, handle });
    }
  }
}

/**
 * Gives these other codes in this store alone, visible to shoppers at once; the merchant's own products keep theirs.
 */
async function giveOwnCodes({ merchant }: Stage, products: Products): Promise<void> {
  for (const { product_id, own_codes } of await merchant.rows()) {
    const product = products.wanted.get(product_id);
    if (product && own_codes !== null) {
      products.wanted.set(product_id, withOwnCodes(product, own_codes));
      products.editions.get(product_id)?.unshift(withOwnCodes(product, own_codes));
    }
  }
}
