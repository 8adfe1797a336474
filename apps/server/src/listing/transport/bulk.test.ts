import type { Product } from '@bowerbird/catalog/product';
import type { Bulk } from '@bowerbird/platforms/listing/bulk';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { share } from '@bowerbird/platforms/testing/share';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  type BenchOptions,
  diesAt,
  editProduct,
  type ListingBench,
  listingBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { changeRun } from '../../runs/runs.ts';
import { declareOrigin } from '../epoch/restore.ts';
import type { FaultPoint } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

/** A setup in which few products are worth an operation, and attempts are not in doubt for long. */
async function bulkBench(options: BenchOptions = {}, atOnce = 1): Promise<ListingBench> {
  const [lister] = [shopify.lister].flatMap((each) => each ?? []);
  const bulk: Bulk[] = lister?.writer.bulk
    ? [{ ...lister.writer.bulk, minimum: 3, linesMax: 8, atOnce, pollMs: 200 }]
    : [];
  return await listingBench(db, {
    times: 20,
    // So slow by its limit that any operation is quicker.
    shop: { settings: { bucket: { maximum: 20_000, restoreRate: 2 }, ...options.shop?.settings } },
    lister: {
      features: { times: { deadlineMs: 8000, timeoutMs: 8000, latenessMs: 1000 } },
      ...(bulk[0] && { writer: { bulk: bulk[0] } }),
    },
  });
}

/**
 * Asserts that every product is in the store once, with its own title, shown, and that the ledger is bound to just that
 * one.
 */
async function expectOnce(bench: ListingBench, products: readonly Product[]): Promise<void> {
  const there = bench.shop.view();
  const rows = await bench.rows();
  const titles = products.map(({ title }) => title).sort();
  expect(there.products.map(({ title }) => title).sort()).toEqual(titles);
  expect(there.duplicates).toEqual([]);
  expect([...there.createdByKey.values()].every((times) => times === 1)).toBe(true);
  expect(rows.map(({ state, published }) => [state, published])).toEqual(
    products.map(() => ['listed', true]),
  );
  const titleByKey = new Map(there.products.map((each) => [`gid://shopify/Product/${each.id}`, each.title]));
  const bound = rows.map(({ store_product_id }) => titleByKey.get(store_product_id ?? ''));
  expect(bound.sort()).toEqual(titles);
}

/** Counts how often a product was created or updated. */
function contentWrites(bench: ListingBench): number {
  return bench.shop.view().history.filter(({ action }) => action === 'create' || action === 'update').length;
}

function attemptsOf(bench: ListingBench) {
  return asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select(['id', 'kind', 'outcome', 'answer'])
      .where('owner_id', '=', bench.ownerId)
      .orderBy('id')
      .execute(),
  );
}

/** Returns the operations that were begun, or may have been, for this kind of write. */
async function operationsOf(bench: ListingBench, kind: 'create' | 'update' | 'publish'): Promise<string[]> {
  const found = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_bulk').select('id').where('kind', '=', kind).execute(),
  );
  return found.map(({ id }) => id);
}

it('a large run goes by operations, what is left over by itself, and every product is there once', {
  tags: ['slow'],
}, async () => {
  const bench = await bulkBench();
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
  const bench = await bulkBench({ shop: { settings: { bucket: { maximum: 20_000, restoreRate: 20_000 } } } });
  const products = someProducts(16);

  await bench.list(await bench.own(products));

  await expectOnce(bench, products);
  expect(await operationsOf(bench, 'create')).toHaveLength(1);
});

it('what changed is written again in an operation too', { tags: ['slow'] }, async () => {
  const bench = await bulkBench();
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

describe('a product is listed once', () => {
  const points: [FaultPoint, number][] = [
    ['bulk.upload', 1],
    ['intent.after-commit', 1],
    ['bulk.start', 1],
    ['bulk.poll', 1],
    ['bulk.result-line-k', 1],
    ['bulk.result-line-k', 4],
    ['receipt.before-commit', 2],
    ['receipt.after-commit', 3],
    ['bulk.start', 2],
  ];
  it.each(share(points, 3))(
    'though the worker dies at %s, time %i',
    { tags: ['slow'] },
    async (point, time) => {
      const bench = await bulkBench();
      const products = someProducts(6);
      const request = await bench.start(await bench.own(products));
      const death = diesAt(point, time);
      await Promise.race([death.died, bench.work(request, death.injectFault)]);
      expect(death.injected()).toBe(true);

      await bench.work(request);

      await expectOnce(bench, products);
      expect((await bench.view(request.runId)).run.state).toBe('complete');
      expect(contentWrites(bench)).toBe(6);
    },
  );

  const faults: [FaultKind, number | undefined, string][] = [
    ['bulk-fails', 4, 'bulkOperationRunMutation'],
    ['bulk-cancelled', 0, 'bulkOperationRunMutation'],
    ['bulk-unstated', 4, 'bulkOperationRunMutation'],
    ['lost-before', undefined, 'bulkOperationRunMutation'],
    ['status-though-applied', 502, 'bulkOperationRunMutation'],
    ['late', 3000, 'bulkOperationRunMutation'],
    ['lost-before', undefined, 'staged-uploads'],
    ['cut-body', undefined, 'bulk-results'],
    ['status', 404, 'bulk-results'],
  ];
  it.each(faults)('though %s %s affects %s', { tags: ['slow'] }, async (kind, value, matching) => {
    const bench = await bulkBench();
    const products = someProducts(8);
    bench.shop.faults.add({ kind, matching, ...(value !== undefined && { value }) });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);

    await expectOnce(bench, products);
    expect(bench.shop.faults.hits.get(kind)).toBe(1);
    expect(contentWrites(bench)).toBe(8);
  });

  it('though results are broken off every time', { tags: ['slow'] }, async () => {
    const bench = await bulkBench();
    const products = someProducts(8);
    bench.shop.faults.add({ kind: 'cut-body', matching: 'bulk-results', count: 3 });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);

    await expectOnce(bench, products);
  });

  it('though two workers hold the same job', { tags: ['slow'] }, async () => {
    const bench = await bulkBench({}, 3);
    const products = someProducts(8);
    const request = await bench.start(await bench.own(products));

    await Promise.all([bench.work(request), bench.work(request)]);

    await expectOnce(bench, products);
    expect((await operationsOf(bench, 'create')).length).toBeGreaterThan(1);
  });
});

it('a bulk operation whose start was lost is found again', async () => {
  const bench = await bulkBench();
  const products = someProducts(8);
  bench.shop.faults.add({ kind: 'lost-after', matching: 'bulkOperationRunMutation' });
  const request = await bench.start(await bench.own(products));

  await bench.work(request);

  await expectOnce(bench, products);
  const attempts = await attemptsOf(bench);
  expect(attempts.filter(({ kind }) => kind === 'create').map(({ outcome }) => outcome)).toEqual(
    Array(8).fill('applied'),
  );
  // Resolved by the operation's results, not by looking for each product.
  expect(attempts.every(({ answer }) => JSON.stringify(answer).includes('"version"'))).toBe(true);
  expect(await operationsOf(bench, 'create')).toHaveLength(1);
});

it('one refused line is reported with its field and reason, and the others are listed', {
  tags: ['slow'],
}, async () => {
  const bench = await bulkBench();
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
  const bench = await bulkBench();
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
  const bench = await bulkBench({
    shop: { settings: { bulk: { concurrent: 5, beginsAfterMs: 1000, linesPerSecond: 4 } } },
  });
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
  const bench = await bulkBench({
    shop: { settings: { bulk: { concurrent: 5, beginsAfterMs: 1000, linesPerSecond: 4 } } },
  });
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

it('no newer revision of a product is sent before its operation has ended', { tags: ['slow'] }, async () => {
  const bench = await bulkBench({
    shop: { settings: { bulk: { concurrent: 5, beginsAfterMs: 4000, linesPerSecond: 4 } } },
  });
  const products = someProducts(6);
  const ids = await bench.own(products);
  const first = await bench.start(ids);
  const death = diesAt('bulk.start');
  await Promise.race([death.died, bench.work(first, death.injectFault)]);
  const changed = { ...(products[1] as Product), title: 'Newer by one' };
  await editProduct(bench, ids[1] ?? '', changed);

  // So few products go one by one, in a run that knows nothing of the operation.
  await bench.list([ids[1] ?? '']);

  const { products: there, history } = bench.shop.view();
  const newer = there.find(({ title }) => title === 'Newer by one');
  const writes = history.filter(({ productId }) => productId === newer?.id).map(({ action }) => action);
  expect(writes.slice(0, 2)).toEqual(['create', 'update']);
  expect(there).toHaveLength(6);
  await bench.work(first);
  await expectOnce(bench, products.with(1, changed));
});

it('an operation that a database put back knows nothing of is waited for', { tags: ['slow'] }, async () => {
  const bench = await bulkBench({
    shop: { settings: { bulk: { concurrent: 5, beginsAfterMs: 35_000, linesPerSecond: 4 } } },
  });
  const products = someProducts(6);
  const ids = await bench.own(products);
  const forgotten = await bench.start(ids);
  const death = diesAt('bulk.start');
  const begun = bench.clock.monotonic();
  await Promise.race([death.died, bench.work(forgotten, death.injectFault)]);
  // Whatever is begun from now on is quick.
  bench.shop.settings.bulk = { concurrent: 5, beginsAfterMs: 20, linesPerSecond: 1000 };
  await asOwner(db, bench.ownerId, async (owned) => {
    await owned.deleteFrom('run').where('id', '=', forgotten.runId).execute();
    await owned.deleteFrom('listing').where('owner_id', '=', bench.ownerId).execute();
    await owned.deleteFrom('listing_bulk').where('owner_id', '=', bench.ownerId).execute();
  });
  await declareOrigin(bench.services, 'restored');

  await bench.list(ids);

  // If it had not been waited for, it would arrive now.
  await bench.clock.sleep(Math.max(0, begun + 40_000 - bench.clock.monotonic()));
  await expectOnce(bench, products);
  const known = new Set((await attemptsOf(bench)).map(({ id }) => id));
  const writers = bench.shop
    .view()
    .products.map(({ metafields }) => metafields.find(({ key }) => key === 'attempt')?.value);
  expect(writers.filter((id) => !known.has(id ?? ''))).toEqual([]);
});
