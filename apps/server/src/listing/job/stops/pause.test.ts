import type { Product } from '@bowerbird/catalog/product';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import {
  diesAt,
  type ListingBench,
  listingBench,
  someProducts,
} from '../../../../testing/listing/listing.ts';
import { asOwner } from '../../../db/database.ts';
import type { JobRequest } from '../../../runs/jobs.ts';
import { changeRun } from '../../../runs/runs.ts';
import { viewItems } from '../../api/view.ts';
import { cancelStoreJob, continueStoreJob } from '../../rejections/control.ts';
import { rejectionReasons } from '../../rejections/reasons.ts';
import { type FaultInjector, noFaults } from '../../store-job/fault-points.ts';
import { workOnStoreJob } from '../store-job-work.ts';

const { db } = await testDatabase();
const settled: readonly string[] = ['held', 'paused', 'complete', 'partial', 'failed', 'cancelled'];

/** A setup whose store rejects every product for one reason. */
async function rejectingBench(): Promise<ListingBench> {
  const bench = await listingBench(db);
  rejectAll(bench);
  return bench;
}

function rejectAll(bench: ListingBench, count: number | null = null, skip = 0): void {
  bench.shop.faults.add({ kind: 'refuse', value: 'INVALID_PRODUCT', matching: 'productSet', count, skip });
}

/** Works until the run rests or ends, without its after-checks. */
async function work(
  bench: ListingBench,
  request: JobRequest,
  injectFault: FaultInjector = noFaults,
): Promise<ListingRun> {
  const stop = new AbortController();
  const working = workOnStoreJob(bench.services, injectFault, request, stop.signal).catch(
    (thrown: unknown) => {
      if (!stop.signal.aborted) {
        throw thrown;
      }
    },
  );
  const before = (await bench.view(request.runId)).run.version;
  let isOver = false;
  void working.finally(() => {
    isOver = true;
  });
  for (;;) {
    const { run } = await bench.view(request.runId);
    if (isOver || (run.version > before && settled.includes(run.state))) {
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  stop.abort();
  await working;
  return await bench.view(request.runId);
}

function placeOf(bench: ListingBench, { runId }: JobRequest) {
  return { ownerId: bench.ownerId, runId, storeId: bench.storeId };
}

function noticesOf(bench: ListingBench) {
  return asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('notification_due').select(['event', 'params']).execute(),
  );
}

/** A product with more options than a Shopify store accepts: our own check stops it. */
function wide(product: Product): Product {
  const [first] = product.variants;
  return {
    ...product,
    options: ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['x'] })),
    variants: first ? [{ ...first, optionValues: ['x', 'x', 'x', 'x'] }] : [],
  };
}

it('a store that rejects everything alike is tried with 20 products; the rest waits, and the bell says so', {
  tags: ['slow'],
}, async () => {
  const bench = await rejectingBench();
  const request = await bench.start(await bench.own(someProducts(42)));

  const { run, counts, storeJobs } = await work(bench, request);

  expect(run).toMatchObject({ state: 'held', goesOnAt: null });
  expect(counts).toMatchObject({ refused: 20, waiting: 22, sent: 0, listed: 0 });
  expect(storeJobs[0]).toMatchObject({
    state: 'held',
    fault: { code: 'listing.fails-similar', params: { store: 'Aster', count: 20 } },
  });
  expect(await noticesOf(bench)).toMatchObject([
    { event: 'store-rejects-similar', params: { store: 'Aster', count: 20 } },
  ]);
});

it('woken for another reason it stays paused, and nothing is sent; continued, it goes on to the end', {
  tags: ['slow'],
}, async () => {
  const bench = await rejectingBench();
  const request = await bench.start(await bench.own(someProducts(42)));
  await work(bench, request);
  const sent = bench.shop.faults.hits.get('refuse');

  const woken = await work(bench, request);
  expect(woken.run.state).toBe('held');
  expect(woken.counts.waiting).toBe(22);
  expect(bench.shop.faults.hits.get('refuse')).toBe(sent);

  bench.shop.faults.clear();
  await continueStoreJob(bench.services, placeOf(bench, request));
  const gone = await work(bench, request);

  expect(gone.run.state).toBe('partial');
  expect(gone.counts).toMatchObject({ listed: 22, refused: 20, waiting: 0 });
  expect(bench.shop.view().duplicates).toEqual([]);
  await expect(continueStoreJob(bench.services, placeOf(bench, request))).rejects.toMatchObject({
    code: 'run.wrong-state',
  });
});

it('continued without a fix, it does not pause for this cause again', { tags: ['slow'] }, async () => {
  const bench = await rejectingBench();
  const request = await bench.start(await bench.own(someProducts(42)));
  await work(bench, request);

  await continueStoreJob(bench.services, placeOf(bench, request));

  expect(await work(bench, request)).toMatchObject({
    run: { state: 'failed' },
    counts: { refused: 42, waiting: 0 },
  });
});

it('the rest for a store can be cancelled: the store job ends, and is verified', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(90));
  rejectAll(bench, null, 3);
  const request = await bench.start(ids);
  const paused = await work(bench, request);
  expect(paused.run.state).toBe('held');
  expect(paused.counts.listed).toBe(3);
  expect(paused.counts.refused).toBeGreaterThanOrEqual(50);

  await cancelStoreJob(bench.services, placeOf(bench, request));
  const ended = await work(bench, request);

  expect(ended.run.state).toBe('partial');
  expect(ended.counts).toMatchObject({ listed: 3, waiting: 0, cancelled: paused.counts.waiting });
  expect(ended.certificate).toMatchObject({ listed: 3, agrees: true });
});

it('a worker killed on the way does not begin the count again', { tags: ['slow'] }, async () => {
  const bench = await rejectingBench();
  const request = await bench.start(await bench.own(someProducts(45)));
  const death = diesAt('answer.parsed', 15);
  // Once one worker has died, all others of its process stand still.
  const injectFault: FaultInjector = (at) =>
    death.injected() ? new Promise<void>(() => undefined) : death.injectFault(at);
  const dying = workOnStoreJob(bench.services, injectFault, request, new AbortController().signal);
  await Promise.race([death.died, dying]);

  const { run, counts } = await work(bench, request);

  expect(run.state).toBe('held');
  expect(counts.refused).toBeLessThanOrEqual(20 + 8);
  expect(counts.waiting).toBeGreaterThanOrEqual(17);
});

it('what our own checks stop does not count, and does not pause the store job', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const products = someProducts(24).map((product, at) => (at < 22 ? wide(product) : product));
  const request = await bench.start(await bench.own(products));

  const { run, counts } = await work(bench, request);

  expect(run.state).toBe('partial');
  expect(counts).toMatchObject({ refused: 22, listed: 2 });
});

it('a run that is cancelled while a store job is paused ends', { tags: ['slow'] }, async () => {
  const bench = await rejectingBench();
  const request = await bench.start(await bench.own(someProducts(42)));
  await work(bench, request);
  await asOwner(db, bench.ownerId, (owned) =>
    changeRun(owned, bench.ownerId, request.runId, { wanted: 'cancel', state: 'running' }),
  );

  const { run, counts } = await work(bench, request);

  expect(run.state).toBe('cancelled');
  expect(counts).toMatchObject({ refused: 20, cancelled: 22, waiting: 0 });
});

it('groups what was rejected by cause, ours apart from the store’s, and shows the products of one cause', async () => {
  const bench = await listingBench(db);
  const [first, second, third, fourth] = someProducts(4) as [Product, Product, Product, Product];
  const ids = await bench.own([first, wide(second), third, fourth]);
  for (const { handle } of [first, third]) {
    bench.shop.faults.add({ kind: 'refuse', value: 'INVALID_PRODUCT', matching: handle });
  }
  const { run } = await bench.list(ids);

  const { reasons, items } = await asOwner(db, bench.ownerId, async (owned) => {
    const found = await rejectionReasons(bench.services, owned, bench.ownerId, run.id);
    const cause = found[0]?.cause;
    return {
      reasons: found,
      items: await viewItems(owned, bench.ownerId, run.id, { limit: 50, cause }),
    };
  });

  expect(reasons).toMatchObject([
    { byStore: true, products: 2, listings: 2, storeIds: [bench.storeId], said: 'Refused: INVALID_PRODUCT' },
    { byStore: false, code: 'store.too-many-options', products: 1, listings: 1, said: null },
  ]);
  expect(reasons[0]?.samples.map(({ productId }) => productId)).toEqual([ids[0], ids[2]]);
  expect(items.total).toBe(2);
  expect(items.items.map(({ productId }) => productId)).toEqual([ids[0], ids[2]]);
  expect(items.items[0]?.places[0]?.said).toBe('Refused: INVALID_PRODUCT');
});
