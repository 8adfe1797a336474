import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
  editProduct,
  type ListingBench,
  listingBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { changeRun } from '../../runs/runs.ts';
import type { Action } from '../actions/act.ts';
import { createActionRun } from '../api/create-actions.ts';

const { db } = await testDatabase();

const times = { deadlineMs: 5000, timeoutMs: 5000, latenessMs: 12_000 };

/** A Shopify store whose requests can be held back on the way, and arrive when nothing waits for them any more. */
interface HeldBack extends ListingBench {
  /** From now on writes that contain this get no answer. */
  holdBack(says: RegExp): void;
  /** What was held back arrives. */
  arrive(): Promise<void>;
  held: number;
  status(): string[];
}

const creates = /productSet|productCreate/;
const hides = /"status":\s*"(?:draft|DRAFT)"/;

async function heldBack(): Promise<HeldBack> {
  const bench = await listingBench(db, { times: 40, lister: { features: { times } } });
  const { fetch } = bench.services;
  let holds: RegExp | null = null;
  const onTheWay: (() => Promise<unknown>)[] = [];
  bench.services.fetch = async (input, init) => {
    if (holds !== null && typeof init?.body === 'string' && holds.test(init.body)) {
      const { method = 'GET', headers = {}, body } = init;
      onTheWay.push(() => fetch(input, { method, headers, body }));
      throw new TypeError('fetch failed');
    }
    return await fetch(input, init);
  };
  return {
    ...bench,
    holdBack(says) {
      holds = says;
    },
    async arrive() {
      holds = null;
      for (const again of onTheWay.splice(0)) {
        await again();
      }
    },
    get held() {
      return onTheWay.length;
    },
    status: () => bench.shop.view().products.map(({ status }) => status),
  };
}

async function startAction(bench: HeldBack, act: Action, ids: readonly string[]) {
  const request = { storeIds: [bench.storeId], selection: { ids: [...ids] }, createdBy: null };
  const runId = await createActionRun(bench.services, bench.ownerId, act, request);
  return { runId, ownerId: bench.ownerId, key: bench.shopId };
}

/**
 * As though all answers of the store came this long ago, by its own clock: the test's clock runs faster than the
 * database's.
 */
async function answeredAgo({ ownerId, clock }: HeldBack, ms: number): Promise<void> {
  const answer = JSON.stringify({ id: '', version: new Date(clock.now() - ms).toISOString() });
  await asOwner(db, ownerId, (owned) =>
    owned
      .updateTable('listing_attempt')
      .set({ answer })
      .where('owner_id', '=', ownerId)
      .where('outcome', '=', 'applied')
      .execute(),
  );
}

it('a delisting that was given up and lands once the product was shown again does not hide it', {
  tags: ['slow'],
}, async () => {
  const bench = await heldBack();
  const ids = await bench.own(someProducts(1));
  await bench.workOut(await bench.start(ids));
  bench.holdBack(hides);
  await bench.work(await startAction(bench, 'delist', ids));
  const relist = await startAction(bench, 'relist', ids);
  await bench.work(relist);
  const before = bench.status();
  await bench.arrive();
  const landed = bench.status();
  await answeredAgo(bench, 0);

  await bench.workOut(relist);

  expect([before, landed]).toEqual([['ACTIVE'], ['DRAFT']]);
  expect(bench.status()).toEqual(['ACTIVE']);
  expect(await bench.rows()).toMatchObject([{ taken_down: false, check_due: false, open_attempt: null }]);
});

it('a product whose making was in doubt when another took its address is looked for once more', async () => {
  const bench = await heldBack();
  const [product] = someProducts(1);
  const ids = await bench.own(product ? [product] : []);
  const request = await bench.start(ids);
  bench.holdBack(creates);
  const working = bench.work(request);
  while (bench.held === 0) {
    await bench.clock.sleep(200);
  }
  bench.shop.merchant.unmanagedHolds('THEIRS-1', product?.handle ?? '');

  await working;

  expect(await bench.rows()).toMatchObject([{ state: 'conflict', open_attempt: null, check_due: true }]);
});

it('what the merchant shows by hand long after a delisting stays shown, however late the check is made', {
  tags: ['slow'],
}, async () => {
  const bench = await heldBack();
  const ids = await bench.own(someProducts(1));
  await bench.work(await bench.start(ids));
  const request = await startAction(bench, 'delist', ids);
  await bench.work(request);
  // As though all of that were hours ago, by the store's clock.
  await asOwner(db, bench.ownerId, (owned) =>
    owned
      .updateTable('listing_attempt')
      .set({
        answer: JSON.stringify({ id: '', version: new Date(bench.clock.now() - 7_200_000).toISOString() }),
      })
      .where('owner_id', '=', bench.ownerId)
      .execute(),
  );
  for (const { id } of bench.shop.view().products) {
    bench.shop.merchant.edit(id, { status: 'ACTIVE' });
  }

  await bench.workOut(request);

  expect(bench.status()).toEqual(['ACTIVE']);
  expect(await bench.rows()).toMatchObject([{ check_due: false, open_attempt: null }]);
});

it('content that is healed stays hidden where the merchant hid it meanwhile', {
  tags: ['slow'],
}, async () => {
  const bench = await heldBack();
  const ids = await bench.own(someProducts(1));
  await bench.work(await bench.start(ids));
  bench.holdBack(creates);
  const edited = async (title: string) => {
    const found = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
    for (const { id, product } of found) {
      await editProduct(bench, id, { ...product, title });
    }
  };
  await edited('Edition 2');
  const first = bench.work(await bench.start(ids));
  while (bench.held === 0) {
    await bench.clock.sleep(200);
  }
  // Edition 2 is still on its way when edition 3 is written.
  const late = bench.arrive.bind(bench);
  bench.holdBack(/never/);
  await first;
  await edited('Edition 3');
  const request = await bench.start(ids);
  await bench.work(request);
  await late();
  const landed = bench.shop.view().products.map(({ title }) => title);
  for (const { id } of bench.shop.view().products) {
    bench.shop.merchant.edit(id, { status: 'DRAFT' });
  }

  await bench.workOut(request);

  expect(landed).toEqual(['Edition 2']);
  const now = bench.shop.view().products.map(({ title, status }) => [title, status]);
  expect(now).toEqual([['Edition 3', 'DRAFT']]);
});

it('nothing that was in doubt when its run was cancelled is made again', async () => {
  const bench = await heldBack();
  const ids = await bench.own(someProducts(1));
  const request = await bench.start(ids);
  bench.holdBack(creates);
  const { fetch } = bench.services;
  bench.services.fetch = async (input, init) => {
    if (typeof init?.body === 'string' && creates.test(init.body)) {
      await asOwner(db, bench.ownerId, (owned) =>
        changeRun(owned, bench.ownerId, request.runId, { wanted: 'cancel' }),
      );
      // Until the worker has noticed.
      await bench.clock.sleep(3000);
    }
    return await fetch(input, init);
  };

  await bench.workOut(request);

  expect(bench.held).toBe(1);
  expect(bench.status()).toEqual([]);
  expect((await bench.view(request.runId)).run.state).toBe('cancelled');
});

it('a removal in doubt when its run ended is reported as ours once it arrives, and not as the merchant’s', {
  tags: ['slow'],
}, async () => {
  const bench = await heldBack();
  const ids = await bench.own(someProducts(1));
  await bench.workOut(await bench.start(ids));
  bench.holdBack(/productDelete/);
  const request = await startAction(bench, 'remove', ids);
  const dying = diesAt('unknown.before-commit');
  void bench.work(request, dying.injectFault);
  await dying.died;
  await bench.cancelled(request.runId);
  const checked = bench.workOut(request);
  await bench.clock.sleep(4000);
  await bench.arrive();

  await checked;

  expect(bench.status()).toEqual([]);
  expect(await bench.rows()).toMatchObject([
    { state: 'waiting', taken_down: true, store_product_id: null, open_attempt: null },
  ]);
});

it('the inventory of the next edition is sent, where of two like writes the first one landed last', {
  tags: ['slow'],
}, async () => {
  const bench = await heldBack();
  const ids = await bench.own(someProducts(1));
  const edited = async (title: string, more: number) => {
    const found = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
    for (const { id, product } of found) {
      const variants = product.variants.map((each) => ({ ...each, stock: (each.stock ?? 0) + more }));
      await editProduct(bench, id, { ...product, title, variants });
    }
  };
  const inStore = () =>
    bench.shop
      .view()
      .products.flatMap(({ variants }) => variants.map(({ stock }) => Object.values(stock)[0] ?? 0));
  await bench.workOut(await bench.start(ids));
  const first = inStore();
  await edited('Second', 0);
  bench.holdBack(creates);
  const run = await bench.start(ids);
  const working = bench.work(run);
  while (bench.held === 0) {
    await bench.clock.sleep(200);
  }
  bench.holdBack(/never said/);
  await working;
  await bench.arrive();
  await bench.workOut(run);

  await edited('Third', 5);
  await bench.workOut(await bench.start(ids));

  expect(inStore()).toEqual(first.map((quantity) => quantity + 5));
});
