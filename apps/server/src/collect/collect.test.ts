import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { changeRun } from '../runs/runs.ts';
import { collectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);

it('collects a whole shop once, with a certificate of what was promised and got', async () => {
  const shop = feedShop(620);

  const run = await tests.collect('https://glade.example/', 'shop', shop);

  expect(run.run).toMatchObject({
    state: 'complete',
    done: 620,
    total: 620,
    failed: 0,
    title: 'glade.example',
  });
  expect(run.certificate).toMatchObject({
    complete: true,
    promised: 620,
    got: 620,
    unchanged: 0,
    skipped: [],
    skippedCount: 0,
  });
  expect(run.figures).toMatchObject({
    got: 620,
    variants: 620,
    images: 620,
    requests: shop.requested.length,
  });
  expect(run.recent.map(({ title }) => title)).toContain('Stoneware mug 620');
  expect(await tests.count()).toBe(620);
});

it('writes nothing for products that read as before', async () => {
  const shop = feedShop(300);
  await tests.collect('https://same.example/', 'shop', shop);
  const before = await places('same.example');

  const again = await tests.collect('https://same.example/', 'shop', shop);

  expect(again.certificate).toMatchObject({ complete: true, got: 300, unchanged: 300 });
  expect(await places('same.example')).toEqual(before);
});

it('keeps the earlier reading of a product that changed, and reports what changed', async () => {
  const shop = feedShop(3);
  await tests.collect('https://changing.example/', 'shop', shop);
  Object.assign(shop.products[1] ?? {}, { title: 'Stoneware mug, large' });

  const again = await tests.collect('https://changing.example/', 'shop', shop);

  const [row] = await tests.rows({ sources: ['changing.example'], text: 'large' });
  const detail = await tests.get(`/collect/results/${row?.id}`);
  expect(again.certificate).toMatchObject({ got: 3, unchanged: 2 });
  expect(detail).toMatchObject({
    row: { timesSeen: 2 },
    versions: [
      {
        runId: again.run.id,
        changed: [{ field: 'title', before: 'Stoneware mug 2', after: 'Stoneware mug, large' }],
      },
      { changed: [] },
    ],
  });
});

it('shows nothing that runs in a description, and keeps it as it was collected', async () => {
  const shop = feedShop(1);
  Object.assign(shop.products[0] ?? {}, {
    body_html: '<p onclick="steal()">Hello</p><script>steal()</script>',
  });
  await tests.collect('https://hostile.example/', 'shop', shop);

  const [row] = await tests.rows({ sources: ['hostile.example'] });
  const detail = await tests.get(`/collect/results/${row?.id}`);

  expect(detail).toMatchObject({ product: { descriptionHtml: '<p>Hello</p>' } });
  const { rows } = await tests.asOwner((owned) =>
    sql<{
      html: string;
    }>`select content->>'descriptionHtml' as html from collected where id = ${row?.id}`.execute(owned),
  );
  expect(rows[0]?.html).toContain('<script>');
});

it('skips a product by name and reason, and collects it with the retry once it can be read', async () => {
  const shop = feedShop(5);
  const [bad] = (shop.products[2]?.variants ?? []) as Record<string, unknown>[];
  Object.assign(bad ?? {}, { price: '12,50 oder so' });
  const run = await tests.collect('https://gap.example/', 'shop', shop);
  const failedBefore = await tests.get('/collect/failed');
  Object.assign(bad ?? {}, { price: '12.50' });

  const retried = await tests.retry(run.run.id, shop);

  expect(run.run).toMatchObject({ state: 'partial', done: 4, failed: 1 });
  expect(run.certificate).toMatchObject({
    complete: false,
    promised: 5,
    got: 4,
    skippedCount: 1,
    skipped: [{ address: 'https://gap.example/products/mug-3', code: 'source.price-unreadable' }],
  });
  expect(run.certificate?.skipped[0]?.message).toContain('12,50');
  expect(failedBefore).toMatchObject({ total: 1 });
  expect(retried.certificate).toMatchObject({ complete: true, got: 1, scope: 'list' });
  expect(await tests.get('/collect/failed')).toMatchObject({ total: 0, items: [] });
});

it('pauses between two batches, and resumes without counting anything twice', {
  tags: ['slow'],
}, async () => {
  let pause: (() => Promise<void>) | null = null;
  const shop = feedShop(800, {
    instead: async (url) => {
      if (url.searchParams.get('page') === '3') {
        await pause?.();
      }
      return undefined;
    },
  });
  const id = await tests.start('https://paused.example/', 'shop');
  pause = async () => {
    pause = null;
    await tests.post(`/runs/${id}/pause`);
    // The job checks every 400 ms whether it should pause.
    await new Promise((resolve) => setTimeout(resolve, 900));
  };

  const paused = await tests.work(id, shop);
  await tests.post(`/runs/${id}/resume`);
  const resumed = await tests.work(id, shop);

  expect(paused.run.state).toBe('paused');
  expect(paused.figures.got).toBeGreaterThan(0);
  expect(paused.figures.got).toBeLessThan(800);
  expect(paused.certificate).toBeNull();
  expect(resumed.certificate).toMatchObject({ complete: true, got: 800, unchanged: 0, promised: 800 });
});

it('lets two workers on one run end with the same set and a right certificate', {
  tags: ['slow'],
}, async () => {
  const shop = feedShop(1500);
  const id = await tests.start('https://twice.example/', 'shop');

  const runs = await Promise.all([tests.work(id, shop), tests.work(id, shop)]);

  expect(runs.map(({ run }) => run.state)).toEqual(['complete', 'complete']);
  expect(runs[1]?.certificate).toMatchObject({ got: 1500, unchanged: 0, complete: true });
  expect((await tests.rows({ sources: ['twice.example'], runId: id }, 200)).length).toBe(200);
});

it('cancels a run and keeps what came', { tags: ['slow'] }, async () => {
  const id = await tests.start('https://cancelled.example/', 'shop');
  const shop = feedShop(600, {
    instead: async (url) => {
      if (url.searchParams.get('page') === '3') {
        await asOwner(db, tests.ownerId, (owned) =>
          changeRun(owned, tests.ownerId, id, { wanted: 'cancel' }),
        );
        await new Promise((resolve) => setTimeout(resolve, 900));
      }
      return undefined;
    },
  });

  const run = await tests.work(id, shop);

  expect(run.run.state).toBe('cancelled');
  expect((await tests.rows({ sources: ['cancelled.example'] }, 1)).length).toBe(1);
});

it('pages through the box in every order, each once', { tags: ['slow'] }, async () => {
  await tests.collect('https://paged.example/', 'shop', feedShop(30));

  for (const sort of ['collected', 'title', 'price'] as const) {
    const ids = await tests.everyId({ sources: ['paged.example'] }, sort, 7);

    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  }
});

it('finds by words, price, source and run, and marks what looks like another', {
  tags: ['slow'],
}, async () => {
  const shop = feedShop(40);
  await tests.collect('https://first.example/', 'shop', shop);
  const second = await tests.collect('https://second.example/', 'shop', shop);

  const dear = await tests.rows({ sources: ['first.example'], priceMin: '40', priceMax: '42' });
  const found = await tests.rows({
    sources: ['first.example'],
    text: 'https://first.example/products/mug-7',
  });
  const ofRun = await tests.rows({ runId: second.run.id }, 200);

  expect(dear.map(({ price }) => price).sort()).toEqual(['40.50', '41.50']);
  expect(found.map(({ title }) => title)).toEqual(['Stoneware mug 7']);
  expect(found[0]?.duplicate).toMatchObject({ kind: 'collected' });
  expect(ofRun).toHaveLength(40);
  expect(new Set(ofRun.map(({ shop: host }) => host))).toEqual(new Set(['second.example']));
});

it("shows nothing of one merchant's box and runs to another", async () => {
  const run = await tests.collect('https://private.example/', 'shop', feedShop(2));
  const [row] = await tests.rows({ sources: ['private.example'] });
  const unmanaged = await tests.asUnmanaged();

  expect(await unmanaged.status(`/collect/runs/${run.run.id}`)).toBe(404);
  expect(await unmanaged.status(`/collect/results/${row?.id}`)).toBe(404);
  expect(await unmanaged.rows({})).toEqual([]);
  expect(await unmanaged.remove([row?.id ?? ''])).toBe(0);
  expect((await tests.rows({ sources: ['private.example'] })).length).toBe(2);
});

/** Returns where each row is stored: a row that was written again is stored elsewhere. */
async function places(shop: string) {
  const { rows } = await tests.asOwner((owned) =>
    sql<{
      place: string;
    }>`select id || ' ' || ctid::text || ' ' || xmin::text as place from collected where shop = ${shop} order by id`.execute(
      owned,
    ),
  );
  return rows;
}
