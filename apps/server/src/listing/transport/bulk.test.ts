import type { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { editProduct, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { changeRun } from '../../runs/runs.ts';
import { attemptsOf, bulkBench, expectOnce, operationsOf } from './testing/bulk-bench.ts';

const { db } = await testDatabase();

it('a large run goes by operations, what is left over by itself, and every product is there once', {
  tags: ['slow'],
}, async () => {
  const bench = await bulkBench(db);
  const products = someProducts(18);

  const { run, certificate } = await bench.list(await bench.own(products));

  await expectOnce(bench, products);
  expect(run.state).toBe('complete');
  expect(certificate?.open).toBe(0);
  expect(await operationsOf(bench, 'create')).toHaveLength(2);
  expect(await operationsOf(bench, 'publish')).toHaveLength(2);
  expect((await attemptsOf(bench)).every(({ outcome }) => outcome === 'applied')).toBe(true);
});

it('a store whose operations are slower than one by one would be is written to one by one', {
  tags: ['slow'],
}, async () => {
  const bench = await bulkBench(db, { bucket: { maximum: 20_000, restoreRate: 20_000 } });
  const products = someProducts(16);

  await bench.list(await bench.own(products));

  await expectOnce(bench, products);
  expect(await operationsOf(bench, 'create')).toHaveLength(1);
});

it('what changed is written again in an operation too', { tags: ['slow'] }, async () => {
  const bench = await bulkBench(db);
  const products = someProducts(6);
  const ids = await bench.own(products);
  await bench.list(ids);
  const changed = products.map((product) => ({ ...product, title: `${product.title} II` }));
  for (const [index, id] of ids.entries()) {
    await editProduct(bench, id, changed[index] ?? (products[0] as Product));
  }

  await bench.list(ids);

  await expectOnce(bench, changed);
  expect(await operationsOf(bench, 'update')).toHaveLength(1);
});

it('one refused line is reported with its field and reason, and the others are listed', {
  tags: ['slow'],
}, async () => {
  const bench = await bulkBench(db);
  const products = someProducts(8);
  bench.shop.faults.add({
    kind: 'refuse',
    value: 'INVALID_VARIANT',
    matching: `"handle":"${products[5]?.handle}"`,
  });
  const request = await bench.start(await bench.own(products));

  await bench.work(request);

  const items = await asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_item')
      .selectAll()
      .where('run_id', '=', request.runId)
      .orderBy('position')
      .execute(),
  );
  expect(items.filter(({ state }) => state === 'listed')).toHaveLength(7);
  expect(items[5]).toMatchObject({ state: 'refused', fault: { code: 'store.rejected-product' } });
  expect(bench.shop.view().products.map(({ title }) => title)).not.toContain(products[5]?.title);
});

it('what the merchant edits while an operation runs stays as they made it', { tags: ['slow'] }, async () => {
  const bench = await bulkBench(db);
  const products = someProducts(6);
  bench.shop.faults.add({ kind: 'merchant-edit', matching: `"handle":"${products[2]?.handle}"` });
  const request = await bench.start(await bench.own(products));

  await bench.work(request);

  const there = bench.shop.view();
  const edited = there.history.filter(({ by }) => by === 'merchant').map(({ productId }) => productId);
  expect(edited).toHaveLength(1);
  const after = there.history.slice(there.history.findIndex(({ by }) => by === 'merchant') + 1);
  expect(after.filter(({ productId, action }) => productId === edited[0] && action === 'update')).toEqual([]);
  expect((await bench.rows()).every(({ state }) => state === 'listed')).toBe(true);
});

it('a paused run leaves its operation to the store, and takes down its results when it goes on', {
  tags: ['slow'],
}, async () => {
  const bench = await bulkBench(db, { bulk: { concurrent: 5, beginsAfterMs: 1000, linesPerSecond: 4 } });
  const products = someProducts(8);
  const request = await bench.start(await bench.own(products));
  const want = (wanted: 'go' | 'pause') =>
    asOwner(db, bench.ownerId, (owned) =>
      changeRun(owned, bench.ownerId, request.runId, {
        wanted,
        ...(wanted === 'go' && { state: 'waiting' }),
      }),
    );

  await bench.workOut(request, async (point) => {
    if (point === 'bulk.start') {
      await want('pause');
    }
  });
  const paused = await bench.view(request.runId);
  await bench.clock.sleep(4000);
  const goneOn = bench.shop.view().products.length;
  await want('go');
  await bench.work(request);

  expect(paused.counts).toMatchObject({ sent: 8, listed: 0 });
  expect(goneOn).toBe(8);
  await expectOnce(bench, products);
  expect(await operationsOf(bench, 'create')).toHaveLength(1);
});

it('a cancelled run brings its operation to its end, and begins no other', { tags: ['slow'] }, async () => {
  const bench = await bulkBench(db, { bulk: { concurrent: 5, beginsAfterMs: 1000, linesPerSecond: 4 } });
  const request = await bench.start(await bench.own(someProducts(12)));

  await bench.workOut(request, async (point) => {
    if (point === 'bulk.start') {
      await asOwner(db, bench.ownerId, (owned) =>
        changeRun(owned, bench.ownerId, request.runId, { wanted: 'cancel' }),
      );
    }
  });

  expect((await bench.view(request.runId)).counts).toMatchObject({ listed: 8, cancelled: 4, sent: 0 });
  expect(bench.shop.view().products).toHaveLength(8);
  expect((await bench.rows()).filter(({ published }) => published)).toHaveLength(8);
});
