import type { Product } from '@bowerbird/catalog/product';
import { share } from '@bowerbird/platforms/testing/share';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, editProduct, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { declareOrigin } from '../epoch/restore.ts';
import type { FaultPoint } from '../store-job/fault-points.ts';
import { attemptsOf, bulkBench, contentWrites, expectOnce, operationsOf } from './testing/bulk-bench.ts';

const { db } = await testDatabase();

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
      const bench = await bulkBench(db);
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
    const bench = await bulkBench(db);
    const products = someProducts(8);
    bench.shop.faults.add({ kind, matching, ...(value !== undefined && { value }) });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);

    await expectOnce(bench, products);
    expect(bench.shop.faults.hits.get(kind)).toBe(1);
    expect(contentWrites(bench)).toBe(8);
  });

  it('though an operation begins late, and its lines land after each product would have been waited for', {
    tags: ['slow'],
  }, async () => {
    const bench = await bulkBench(db, { bulk: { concurrent: 5, beginsAfterMs: 15_000, linesPerSecond: 4 } });
    const products = someProducts(8);
    bench.shop.faults.add({ kind: 'late', matching: 'bulkOperationRunMutation', value: 3000 });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);
    // Whatever was begun has landed by then.
    await bench.clock.sleep(25_000);

    await expectOnce(bench, products);
    expect(contentWrites(bench)).toBe(8);
  });

  it('though results are broken off every time', { tags: ['slow'] }, async () => {
    const bench = await bulkBench(db);
    const products = someProducts(8);
    bench.shop.faults.add({ kind: 'cut-body', matching: 'bulk-results', count: 3 });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);

    await expectOnce(bench, products);
  });

  it('though two workers hold the same job', { tags: ['slow'] }, async () => {
    const bench = await bulkBench(db, {}, 3);
    const products = someProducts(8);
    const request = await bench.start(await bench.own(products));

    await Promise.all([bench.work(request), bench.work(request)]);

    await expectOnce(bench, products);
    expect((await operationsOf(bench, 'create')).length).toBeGreaterThan(1);
  });
});

it('a bulk operation whose start was lost is found again', async () => {
  const bench = await bulkBench(db);
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

it('no newer revision of a product is sent before its operation has ended', { tags: ['slow'] }, async () => {
  const bench = await bulkBench(db, { bulk: { concurrent: 5, beginsAfterMs: 4000, linesPerSecond: 4 } });
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
  const bench = await bulkBench(db, { bulk: { concurrent: 5, beginsAfterMs: 35_000, linesPerSecond: 4 } });
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
