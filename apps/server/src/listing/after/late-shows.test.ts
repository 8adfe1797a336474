import { shopify } from '@bowerbird/platforms/shopify/index';
import { share } from '@bowerbird/platforms/testing/share';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { expect, it } from 'vitest';
import { type AcceleratedClock, acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
  editProduct,
  type SimulatedStore,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { type SimulatedName, simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { plainImage } from '../../images/testing.ts';
import { productsByIds } from '../../products/list/selection.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import type { Action } from '../actions/act.ts';
import { createActionRun, createUndoRun } from '../api/create-actions.ts';

const { db } = await testDatabase();

/** A store whose writes can be sent once more, as a proxy does that held one back. */
interface Replayed extends StoreBench {
  /** What was written so far. */
  sent: { text: string; again(): Promise<unknown> }[];
  /** Sends again everything that was written so far and that shows, or hides, a product. */
  replay(which: 'shows' | 'hides'): Promise<void>;
  shown(): boolean[];
  /** The merchant publishes in the store by hand. */
  publishByHand(): void;
}

/** What request bodies that show or hide a product contain, on any platform. */
const says = {
  shows: /"status":\s*(?:1|"(?:publish|active|ACTIVE)")|"published":\s*true/,
  hides: /"status":\s*(?:0|"(?:draft|DRAFT)")|"published":\s*false/,
};

type Simulated = Omit<SimulatedStore, 'clock' | 'beside'> & Pick<Replayed, 'shown' | 'publishByHand'>;

function simulatedShopify(clock: AcceleratedClock): Simulated {
  const shop = createShopifyShop({ name: 'aster-practice', outside: clock, settings: { pace: 'free' } });
  return {
    platform: shopify,
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    shown: () => shop.view().products.map(({ status }) => status === 'ACTIVE'),
    publishByHand() {
      for (const { id } of shop.view().products) {
        shop.merchant.edit(id, { status: 'ACTIVE' });
      }
    },
  };
}

async function open(name: SimulatedName | 'shopify'): Promise<Replayed> {
  const clock = acceleratedClock(40);
  const store = name === 'shopify' ? null : simulatedStores[name](clock);
  const simulated = store
    ? { ...store, shown: () => store.products().map(({ shown }) => shown), publishByHand: () => undefined }
    : simulatedShopify(clock);
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withinSeconds(simulated.platform),
    beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
  });
  const { fetch } = bench.services;
  const sent: Replayed['sent'] = [];
  bench.services.fetch = async (input, init) => {
    // On these two a repeated create creates a second product: that is not tested here.
    const isMaking = (name === 'shopyy' || name === 'shoplazza') && init?.method === 'POST';
    if (typeof init?.body === 'string' && !isMaking) {
      const { method = 'GET', headers = {}, body } = init;
      sent.push({ text: body, again: () => fetch(input, { method, headers, body }) });
    }
    return await fetch(input, init);
  };
  return {
    ...bench,
    sent,
    shown: simulated.shown,
    publishByHand: simulated.publishByHand,
    async replay(which) {
      const found = sent.filter(({ text }) => says[which].test(text));
      expect(found).not.toEqual([]);
      for (const { again } of found) {
        await again();
      }
    },
  };
}

async function listEdition(bench: StoreBench, ids: readonly string[], title: string): Promise<void> {
  const products = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
  for (const { id, product } of products) {
    await editProduct(bench, id, { ...product, title });
  }
  await bench.work(await bench.start(ids));
}

async function startAction(bench: StoreBench, act: Action, ids: readonly string[]): Promise<JobRequest> {
  const request = { storeIds: [bench.storeId], selection: { ids: [...ids] }, createdBy: null };
  const runId = await createActionRun(bench.services, bench.ownerId, act, request);
  return { runId, ownerId: bench.ownerId, key: bench.shopId };
}

/** Returns the fault that the line of a run reports in addition to its state. */
async function faultOf(bench: StoreBench, { runId }: JobRequest): Promise<string | undefined> {
  const [item] = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_item').select('fault').where('run_id', '=', runId).execute(),
  );
  return item?.fault?.code;
}

const stores = ['shopify', ...Object.keys(simulatedStores)] as (SimulatedName | 'shopify')[];

it.concurrent.each(share(stores, 3))(
  '%s: what a late write shows again after it was delisted is hidden again',
  { tags: ['slow'] },
  async (name) => {
    const bench = await open(name);
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 1');
    await listEdition(bench, ids, 'Edition 2');
    const request = await startAction(bench, 'delist', ids);
    await bench.work(request);
    const hidden = bench.shown();
    await bench.replay('shows');

    await bench.workOut(request);

    const [row] = await bench.rows();
    expect(hidden).toEqual([false]);
    expect(bench.shown()).toEqual([false]);
    expect(row).toMatchObject({ taken_down: true, state: 'listed', check_due: false, open_attempt: null });
    expect(await faultOf(bench, request)).toBe('listing.restored-delist');
  },
);

it.concurrent.each(share(stores, 3, 1))(
  '%s: what a late delisting hides after it was shown again is shown again',
  { tags: ['slow'] },
  async (name) => {
    const bench = await open(name);
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 1');
    bench.sent.length = 0;
    await bench.work(await startAction(bench, 'delist', ids));
    const request = await startAction(bench, 'relist', ids);
    await bench.work(request);
    const shown = bench.shown();
    await bench.replay('hides');

    await bench.workOut(request);

    const [row] = await bench.rows();
    expect(shown).toEqual([true]);
    expect(bench.shown()).toEqual([true]);
    expect(row).toMatchObject({ taken_down: false, published: true, check_due: false, open_attempt: null });
  },
);

it('what the merchant publishes once all of ours has arrived stays published, and is no concern of ours', {
  tags: ['slow'],
}, async () => {
  const bench = await open('shopify');
  const ids = await bench.own(someProducts(2));
  await listEdition(bench, ids.slice(0, 1), 'Edition 1');
  const request = await startAction(bench, 'delist', ids.slice(0, 1));
  await bench.workOut(request);
  bench.publishByHand();

  // Another run of the store makes all the after-checks that are owed.
  await bench.workOut(await bench.start(ids.slice(1)));

  expect(bench.shown()).toEqual([true, true]);
  expect(await faultOf(bench, request)).toBeUndefined();
});

it('what a late publish shows again after an undo has archived it ends hidden', {
  tags: ['slow'],
}, async () => {
  const bench = await open('shopify');
  const ids = await bench.own(someProducts(1));
  const listed = await bench.start(ids);
  await bench.work(listed);
  const runId = await createUndoRun(bench.services, bench.ownerId, listed.runId, null);
  const undo = { ...listed, runId };
  await bench.work(undo);
  const hidden = bench.shown();
  await bench.replay('shows');
  const late = bench.shown();

  await bench.workOut(undo);

  const [row] = await bench.rows();
  expect([hidden, late]).toEqual([[false], [true]]);
  expect(bench.shown()).toEqual([false]);
  expect(row).toMatchObject({ taken_down: true, check_due: false, open_attempt: null });
});

it.each(['intent.after-commit', 'receipt.before-commit'] as const)(
  'what is hidden once more is said at its line though the worker dies at %s',
  { tags: ['slow'] },
  async (point) => {
    const bench = await open('shopify');
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 1');
    const request = await startAction(bench, 'delist', ids);
    await bench.work(request);
    bench.publishByHand();
    const death = diesAt(point);
    await Promise.race([bench.workOut(request, death.injectFault), death.died]);

    await bench.workOut(request);

    expect(bench.shown()).toEqual([false]);
    expect(await faultOf(bench, request)).toBe('listing.restored-delist');
  },
);

it('what the merchant publishes while a request of ours may arrive is hidden once more, and said so: a documented limit', {
  tags: ['slow'],
}, async () => {
  const bench = await open('shopify');
  const ids = await bench.own(someProducts(1));
  await listEdition(bench, ids, 'Edition 1');
  const request = await startAction(bench, 'delist', ids);
  await bench.work(request);
  bench.publishByHand();

  await bench.workOut(request);
  const hiddenOnce = bench.shown();
  bench.publishByHand();
  await bench.workOut(await bench.start(await bench.own(someProducts(1, 2))));

  expect(hiddenOnce).toEqual([false]);
  expect(await faultOf(bench, request)).toBe('listing.restored-delist');
  // Once all of ours has arrived, the merchant's own publishing stays.
  expect(bench.shown()).toContain(true);
});
