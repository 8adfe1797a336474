import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  listingBench,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { type SimulatedName, simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { productsByIds } from '../../products/list/selection.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import type { Action } from '../actions/act.ts';
import { createActionRun, createUndoRun } from '../api/create-actions.ts';
import { viewUndo } from '../api/undo-view.ts';

const { db } = await testDatabase();

/** A Shopify store that may apply a request for seconds, not minutes. */
const openShopify = () =>
  listingBench(db, {
    times: 40,
    lister: { features: { times: { deadlineMs: 5000, timeoutMs: 5000, latenessMs: 12_000 } } },
  });

async function startAction(bench: StoreBench, act: Action, ids: readonly string[]): Promise<JobRequest> {
  const request = { storeIds: [bench.storeId], selection: { ids: [...ids] }, createdBy: null };
  const runId = await createActionRun(bench.services, bench.ownerId, act, request);
  return { runId, ownerId: bench.ownerId, key: bench.shopId };
}

async function startUndo(bench: StoreBench, undone: string): Promise<JobRequest> {
  const runId = await createUndoRun(bench.services, bench.ownerId, undone, null);
  return { runId, ownerId: bench.ownerId, key: bench.shopId };
}

it.concurrent('a product that was shown again and then deleted in the store is reported as gone', {
  tags: ['slow'],
}, async () => {
  const bench = await openShopify();
  const ids = await bench.own(someProducts(1));
  await bench.list(ids);
  await bench.work(await startAction(bench, 'delist', ids));
  const request = await startAction(bench, 'relist', ids);
  await bench.work(request);
  bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);

  await bench.workOut(request);

  expect(await bench.rows()).toMatchObject([
    { state: 'gone', fault: { code: 'store.product-gone' }, check_due: false },
  ]);
});

it.concurrent('a product that a person delisted stays hidden in a run that begins by itself', {
  tags: ['slow'],
}, async () => {
  const bench = await openShopify();
  const ids = await bench.own(someProducts(1));
  await bench.list(ids);
  await bench.work(await startAction(bench, 'delist', ids));
  const before = bench.shop.view().products;
  const found = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
  for (const { id, product } of found) {
    await editProduct(bench, id, { ...product, title: 'Changed at its source' });
  }

  const { counts } = await bench.list(ids, { delisted: 'leave' });

  expect(counts).toMatchObject({ done: 1, listed: 0 });
  expect(before.map(({ status }) => status)).toEqual(['DRAFT']);
  expect(bench.shop.view().products).toEqual(before);
  expect(await bench.rows()).toMatchObject([{ taken_down: true }]);
});

it.concurrent('a product that was ordered meanwhile is not taken away by an undo', {
  tags: ['slow'],
}, async () => {
  const clock = acceleratedClock(40);
  const store = createWooStore({ name: 'ordered', outside: clock });
  const { consumerKey, consumerSecret } = store.settings;
  const bench = await storeBench(db, {
    clock,
    platform: withinSeconds(woocommerce),
    simulation: store,
    connection: 'rest-keys',
    credentials: { consumerKey, consumerSecret },
  });
  const { run } = await bench.list(await bench.own(someProducts(2)));
  const [first] = store.view().products;
  const ordered = first && { ...first, sales: 1 };
  if (ordered) {
    store.ledger.put(ordered);
  }

  const request = await startUndo(bench, run.id);
  await bench.work(request);

  expect(store.view().products).toEqual([ordered]);
  expect((await viewUndo(bench.services, bench.ownerId, request.runId)).undoGroups).toMatchObject([
    { undoGroup: 'taken-back', count: 1 },
    { undoGroup: 'kept', count: 1, reasons: [{ reason: 'has-orders' }] },
    { undoGroup: 'impossible', count: 0 },
  ]);
});

/** A store to which a second copy of the create request is on its way, and arrives some seconds after it. */
async function openTwice(name: SimulatedName, making: string) {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores[name](clock);
  const bench = await storeBench(db, { clock, ...simulated, platform: withinSeconds(simulated.platform) });
  simulated.simulation.faults.add({ kind: 'twice', value: 11_000, matching: making, count: 1 });
  return { ...bench, simulated };
}
type Twice = Awaited<ReturnType<typeof openTwice>>;

/** Works the run out, and waits until everything that was ever sent has arrived. */
async function expectNothingLeft(bench: Twice, request: JobRequest): Promise<void> {
  await bench.workOut(request);
  await bench.clock.sleep(30_000);
  expect(bench.simulated.simulation.faults.hits.get('twice')).toBe(1);
  expect(bench.simulated.products()).toEqual([]);
}

it.concurrent('of a product that is removed no late copy is left for shoppers to see', {
  tags: ['slow'],
}, async () => {
  const bench = await openTwice('shopyy', 'POST');
  const ids = await bench.own(someProducts(1));
  await bench.list(ids);

  await expectNothingLeft(bench, await startAction(bench, 'remove', ids));
});

it.concurrent('of a product that is taken back no late copy is left in the store', {
  tags: ['slow'],
}, async () => {
  const bench = await openTwice('wordpress', '/batch/v1');
  const { run } = await bench.list(await bench.own(someProducts(1)));

  await expectNothingLeft(bench, await startUndo(bench, run.id));
});
