import type { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { type ListingBench, listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { changeRun } from '../../runs/runs.ts';
import { getStore } from '../../stores/queries.ts';
import { checkSelection } from '../api/fit-report.ts';
import { resultsCsv } from '../api/results.ts';
import { viewItems, viewJournal } from '../api/view.ts';
import { retryListingRun } from '../runs/create-run.ts';

const { db } = await testDatabase();

/** A product with more options than a Shopify store accepts. */
function wide(product: Product): Product {
  const options = ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['x'] }));
  const [first] = product.variants;
  return {
    ...product,
    options,
    variants: first ? [{ ...first, optionValues: ['x', 'x', 'x', 'x'] }] : [],
  };
}

function itemsOf(bench: ListingBench, runId: string) {
  return asOwner(db, bench.ownerId, (owned) => viewItems(owned, bench.ownerId, runId, { limit: 50 }));
}

it('tells a refusal at its product and field, and lists the others', async () => {
  const bench = await listingBench(db);
  const products = someProducts(4);
  bench.shop.faults.add({ kind: 'refuse', value: 'INVALID_VARIANT', matching: products[1]?.handle ?? '' });
  const ids = await bench.own(products);

  const run = await bench.list(ids);

  expect(run.run).toMatchObject({ state: 'partial', done: 4, failed: 1 });
  const { items } = await itemsOf(bench, run.run.id);
  const refused = items.filter(({ places }) => places[0]?.state === 'refused');
  expect(refused.map(({ productId }) => productId)).toEqual([ids[1]]);
  expect(refused[0]?.places[0]?.fault).toMatchObject({ code: 'store.rejected-product' });
});

it('tells what the store would surely refuse without sending it', async () => {
  const bench = await listingBench(db);
  const [plain, other] = someProducts(2) as [Product, Product];

  const run = await bench.list(await bench.own([plain, wide(other)]));

  expect(run.counts).toMatchObject({ listed: 1, refused: 1 });
  const { items } = await itemsOf(bench, run.run.id);
  expect(items[1]?.places[0]?.fault).toEqual({ code: 'store.too-many-options', params: { n: 4, max: 3 } });
  expect(bench.shop.view().products).toHaveLength(1);
});

it('lists again only what was refused', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db);
  const products = someProducts(5);
  bench.shop.faults.add({ kind: 'refuse', value: 'INVALID_PRODUCT', matching: 'productSet', count: 2 });
  const first = await bench.list(await bench.own(products));
  const before = bench.shop.view().history.length;

  const runId = await retryListingRun(bench.services, bench.ownerId, first.run.id, null);
  await bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });

  expect(first.counts.refused).toBe(2);
  const again = await bench.view(runId);
  expect(again.run).toMatchObject({ state: 'complete', total: 2, done: 2 });
  expect(bench.shop.view().products).toHaveLength(5);
  expect(
    bench.shop
      .view()
      .history.slice(before)
      .filter(({ action }) => action === 'create'),
  ).toHaveLength(2);
});

it('pauses between products, goes on where it was, and cancels what waits', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db);
  const request = await bench.start(await bench.own(someProducts(120)));
  const want = (wanted: 'go' | 'pause' | 'cancel') =>
    asOwner(db, bench.ownerId, (owned) =>
      changeRun(owned, bench.ownerId, request.runId, {
        wanted,
        ...(wanted === 'go' && { state: 'waiting' }),
      }),
    );
  const slowly = (at: string) => (at === 'row.read' ? bench.clock.sleep(150) : undefined);
  const pausing = bench.work(request, slowly);
  await bench.clock.sleep(900);
  await want('pause');
  await pausing;
  const paused = await bench.view(request.runId);

  await want('go');
  const cancelling = bench.work(request, slowly);
  await bench.clock.sleep(900);
  await want('cancel');
  await cancelling;
  const cancelled = await bench.view(request.runId);

  expect(paused.run.state).toBe('paused');
  expect(paused.run.done).toBeLessThan(120);
  expect(cancelled.run.state).toBe('cancelled');
  expect(cancelled.counts.listed).toBeGreaterThanOrEqual(paused.counts.listed);
  expect(cancelled.counts.cancelled).toBeGreaterThan(0);
  const { listed, cancelled: left, refused } = cancelled.counts;
  expect(listed + left + refused).toBe(120);
  expect(bench.shop.view().products).toHaveLength(cancelled.counts.listed);
});

it('a dry run names the same refusals and writes nothing', async () => {
  const bench = await listingBench(db);
  const [plain, other, third] = someProducts(3) as [Product, Product, Product];
  const [variant] = third.variants;
  const twice = { ...third, tags: ['x'.repeat(256)], variants: variant ? [variant] : [] };
  const before = bench.shop.view().history.length;
  const request = await bench.start(await bench.own([plain, wide(other), twice]), {}, true);

  await bench.work(request);

  const run = await bench.view(request.runId);
  expect(run).toMatchObject({ dryRun: true, counts: { listed: 1, refused: 2 } });
  expect(bench.shop.view().history).toHaveLength(before);
  expect(await bench.rows()).toEqual([]);
});

it('a store that loses access holds its runs and says so; with new credentials they go on', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  bench.shop.faults.add({ kind: 'token-revoked' });
  const products = someProducts(3);
  const request = await bench.start(await bench.own(products));

  await bench.work(request);
  const held = await bench.view(request.runId);
  const { store } = await asOwner(db, bench.ownerId, (owned) =>
    getStore(owned, bench.ownerId, bench.storeId),
  );
  bench.shop.faults.clear();
  await bench.work(request);

  expect(held.run).toMatchObject({ state: 'held', fault: { code: 'store.access-denied' } });
  expect(store.state).toBe('lost');
  expect((await bench.view(request.runId)).run.state).toBe('complete');
  expect(bench.shop.view().products).toHaveLength(3);
});

it('a store that rejects the keys of a single request has not lost access, and its run goes on by itself', async () => {
  const bench = await listingBench(db);
  bench.shop.faults.add({ kind: 'token-revoked', count: 1, skip: 2 });
  const request = await bench.start(await bench.own(someProducts(3)));

  await bench.work(request);
  const held = await bench.view(request.runId);
  const { store } = await asOwner(db, bench.ownerId, (owned) =>
    getStore(owned, bench.ownerId, bench.storeId),
  );
  await bench.work(request);

  expect(held.run).toMatchObject({ state: 'held', fault: { code: 'store.access-unsteady' } });
  expect(held.run.goesOnAt).not.toBeNull();
  expect(store.state).toBe('ready');
  expect((await bench.view(request.runId)).counts.listed).toBe(3);
});

it('a store whose firewall answers 403 for a while has not lost access, and its run goes on by itself', async () => {
  const bench = await listingBench(db);
  bench.shop.faults.add({ kind: 'status', value: 403, count: null, skip: 2 });
  const request = await bench.start(await bench.own(someProducts(3)));

  await bench.work(request);
  const held = await bench.view(request.runId);
  const { store } = await asOwner(db, bench.ownerId, (owned) =>
    getStore(owned, bench.ownerId, bench.storeId),
  );
  bench.shop.faults.clear();
  await bench.work(request);

  expect(held.run).toMatchObject({ state: 'held', fault: { code: 'store.blocked-us' } });
  expect(held.run.goesOnAt).not.toBeNull();
  expect(store.state).toBe('ready');
  expect((await bench.view(request.runId)).counts.listed).toBe(3);
});

it('the daily cap is waited out, and the run goes on', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db);
  bench.shop.faults.add({ kind: 'daily-cap', value: 'userErrors' });
  const request = await bench.start(await bench.own(someProducts(3)));

  await bench.work(request);
  const held = await bench.view(request.runId);
  bench.shop.faults.clear();
  await bench.work(request);

  expect(held.run).toMatchObject({ state: 'held', fault: { code: 'store.daily-cap' } });
  expect(held.run.goesOnAt).not.toBeNull();
  expect((await bench.view(request.runId)).counts.listed).toBe(3);
});

it('keeps to the limit that the store reports', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db, {
    times: 10,
    shop: { settings: { pace: 'faithful', bucket: { maximum: 1000, restoreRate: 100 } } },
  });
  let refused = 0;
  let requested = 0;
  const { fetch } = bench.services;
  bench.services.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    requested += 1;
    refused += (await answer.clone().text()).includes('THROTTLED') ? 1 : 0;
    return answer;
  };

  const run = await bench.list(await bench.own(someProducts(60)));

  expect(run.counts.listed).toBe(60);
  expect(refused / requested).toBeLessThan(0.02);
});

it('a picture that fails later is found and told at its product', async () => {
  const bench = await listingBench(db);
  const [product] = someProducts(1) as [Product];
  const images = [{ url: 'https://pictures.example/fail.jpg', alt: '', width: null, height: null }];
  const variants = product.variants.map((each) => ({ ...each, imageUrl: null }));

  const run = await bench.list(await bench.own([{ ...product, images, variants }]));

  expect(run.certificate).toMatchObject({ imagesFailed: 1, agrees: true });
  const { items } = await itemsOf(bench, run.run.id);
  expect(items[0]?.places[0]).toMatchObject({
    state: 'listed',
    field: 'images.0',
    fault: { code: 'store.image-failed' },
  });
});

it('saved but not published, where the right to publish is missing, is told and is no failure', async () => {
  const bench = await listingBench(db);
  bench.shop.faults.add({ kind: 'scope-missing', value: 'write_publications' });

  const run = await bench.list(await bench.own(someProducts(1)));

  expect(run.counts.listed).toBe(1);
  const { items } = await itemsOf(bench, run.run.id);
  expect(items[0]?.places[0]?.fault).toMatchObject({ code: 'store.saved-not-published' });
});

it('a product deleted here meanwhile is told and not sent', async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(2));
  const request = await bench.start(ids);
  await asOwner(db, bench.ownerId, (owned) =>
    owned
      .deleteFrom('product')
      .where('id', '=', ids[0] ?? '')
      .execute(),
  );

  await bench.work(request);

  expect((await bench.view(request.runId)).counts).toMatchObject({ listed: 1, cancelled: 1 });
});

it('checks beforehand what would be refused, cut or lost, and how long it will take', async () => {
  const bench = await listingBench(db);
  const [plain, other, third] = someProducts(3) as [Product, Product, Product];
  const ids = await bench.own([plain, wide(other), { ...third, currency: 'EUR' }]);
  await bench.list(ids.slice(0, 1));

  const report = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids });

  const [store] = report.stores;
  expect(report).toMatchObject({ products: 3, fitsAny: 2 });
  expect(store).toMatchObject({ fits: 2, creates: 1, updates: 1 });
  expect(store?.problems.map(({ code }) => code)).toContain('store.too-many-options');
  expect(store?.problems.find(({ code }) => code === 'fit.currency-differs')?.productIds).toEqual([ids[2]]);
  expect(store?.forecastSeconds).toBeGreaterThan(0);
});

it('tells how long a large run takes by the bulk operations that it goes by', async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(160));
  const forecast = async (selection: string[]) => {
    const { stores } = await checkSelection(bench.services, bench.ownerId, [bench.storeId], {
      ids: selection,
    });
    return stores[0] ?? { forecastSeconds: 0, boundBy: '' };
  };

  const large = await forecast(ids);
  const small = await forecast(ids.slice(0, 140));

  expect([large.boundBy, small.boundBy]).toEqual(['bulk', 'points']);
  expect(large.forecastSeconds).toBeLessThan(small.forecastSeconds);
});

it('keeps the journal of a product, and the results as a file', async () => {
  const bench = await listingBench(db);
  bench.shop.faults.add({ kind: 'lost-after', matching: 'productSet' });
  const [product] = someProducts(1) as [Product];
  const run = await bench.list(await bench.own([{ ...product, title: '=cmd, "quoted"' }]));
  const [row] = await bench.rows();

  const journal = await asOwner(db, bench.ownerId, (owned) =>
    viewJournal(owned, bench.ownerId, row?.id ?? ''),
  );
  const csv = (await resultsCsv(bench.services, bench.ownerId, run.run.id, 'en-US').toArray()).join('');

  expect(journal.entries.map(({ what, kind }) => `${what} ${kind}`)).toEqual([
    'intended create',
    'adopted create',
    'intended publish',
    'applied publish',
  ]);
  expect(csv.split('\r\n')[1]).toContain(`"'=cmd, ""quoted"""`);
});
