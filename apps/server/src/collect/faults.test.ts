import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { type FeedShopFaults, feedShop } from '../../testing/collect/feed-shop.ts';
import { lastBatchesOf } from '../../testing/collect/forgotten-batches.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { collectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);

it('calls an empty shop complete with nothing', async () => {
  const run = await tests.collect('https://empty.example/', 'shop', feedShop(0));

  expect(run.run).toMatchObject({ state: 'complete', done: 0 });
  expect(run.certificate).toMatchObject({ complete: true, promised: 0, got: 0 });
});

it('reports a gap when fewer came than were promised', async () => {
  const run = await tests.collect('https://short.example/', 'shop', feedShop(7, { promised: 12 }));

  expect(run.run.state).toBe('partial');
  expect(run.certificate).toMatchObject({ complete: false, promised: 12, got: 7 });
});

const refusals: [string, FeedShopFaults['instead'], string][] = [
  [
    'a password page',
    (url) => new Response(null, { status: 302, headers: { location: new URL('/password', url).href } }),
    'source.password-protected',
  ],
  ['a frozen shop', () => new Response('', { status: 402 }), 'source.frozen'],
  [
    'an unknown host',
    () =>
      Promise.reject(
        Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
        }),
      ),
    'address.host-not-found',
  ],
  [
    'a page of errors instead of goods',
    () => new Response('<html>error</html>', { headers: { 'content-type': 'text/html' } }),
    'source.not-json',
  ],
];

it.each(refusals)('ends on %s with its name', async (what, instead, code) => {
  const run = await tests.collect(
    `https://${what.replaceAll(' ', '-')}.example/`,
    'shop',
    feedShop(3, { instead: (url, requested) => instead?.(url, requested) }),
  );

  expect(run.run).toMatchObject({ state: 'failed', fault: { code } });
  expect(run.certificate).toMatchObject({ complete: false, got: 0 });
});

it('keeps what came before a shop died, says so, and continues from there', async () => {
  let dead = true;
  const shop = feedShop(900, {
    instead: (url) =>
      dead && url.searchParams.get('page') === '3'
        ? Promise.reject(new TypeError('fetch failed'))
        : undefined,
  });
  const run = await tests.collect('https://dying.example/', 'shop', shop);
  dead = false;
  const requestedBefore = shop.requested.length;

  const again = await tests.retry(run.run.id, shop);

  expect(run.run).toMatchObject({ state: 'partial', done: 500, fault: { code: 'address.unreachable' } });
  expect(run.certificate?.skipped[0]).toMatchObject({ code: 'address.unreachable' });
  expect(again.run.id).toBe(run.run.id);
  expect(again.certificate).toMatchObject({ complete: true, promised: 900, got: 900, unchanged: 0 });
  expect(shop.requested.slice(requestedBefore).filter((path) => /page=[12]$/.test(path))).toEqual([]);
});

it('collects again what a database that broke down has forgotten of a run under way', {
  tags: ['slow'],
}, async () => {
  const memory = lastBatchesOf(tests);
  const shop = feedShop(1400, {
    instead: async (url) => {
      const page = url.searchParams.get('page');
      if (page === '3') {
        await memory.keep();
      }
      if (page === '4') {
        await memory.forget();
      }
      return undefined;
    },
  });

  const run = await tests.collect('https://forgets.example/', 'shop', shop);

  expect(memory.forgotten()).toBeGreaterThan(0);
  expect(run.certificate).toMatchObject({ complete: true, promised: 1400, got: 1400 });
  expect(await memory.held()).toBe(1400);
});

it('is held when the shop wants a long rest, and continues at the time it named', async () => {
  let resting = true;
  const shop = feedShop(600, {
    instead: (url) =>
      resting && url.searchParams.get('page') === '3'
        ? new Response('', { status: 429, headers: { 'retry-after': '600' } })
        : undefined,
  });

  const run = await tests.collect('https://slow.example/', 'shop', shop);
  resting = false;
  await tests.post(`/runs/${run.run.id}/resume`);
  const resumed = await tests.work(run.run.id, shop);

  expect(run.run).toMatchObject({
    state: 'held',
    fault: { code: 'source.slow-down', params: { seconds: 600 } },
  });
  expect(tests.wokenAt(run.run.id)?.toISOString()).toBe(run.run.goesOnAt);
  expect(resumed.run).toMatchObject({ state: 'complete', done: 600, fault: null, goesOnAt: null });
});

it('takes oversized, damaged and odd products as they are, or skips them by name', {
  tags: ['slow'],
}, async () => {
  const shop = feedShop(8);
  const variantOf = (index: number) =>
    ((shop.products[index]?.variants ?? []) as Record<string, unknown>[])[0] ?? {};
  const first = variantOf(0);
  Object.assign(shop.products[0] ?? {}, {
    options: [{ name: 'Size', position: 1, values: Array.from({ length: 2048 }, (_, size) => `S${size}`) }],
    variants: Array.from({ length: 2048 }, (_, size) => ({
      ...first,
      id: 9_000_000 + size,
      title: `S${size}`,
      option1: `S${size}`,
      sku: `S-${size}`,
    })),
  });
  Object.assign(shop.products[1] ?? {}, { body_html: `<p>${'long '.repeat(200_000)}</p>` });
  Object.assign(shop.products[2] ?? {}, { title: 'Zero \0 and half \ud83d a character' });
  Object.assign(variantOf(3), { price: '12,50' });
  Object.assign(variantOf(4), { price: '-1' });
  Object.assign(variantOf(5), { price: '' });
  Object.assign(variantOf(6), { price: '1e3' });

  const run = await tests.collect('https://odd.example/', 'shop', shop);

  expect(run.figures.got + run.figures.skipped).toBe(8);
  expect(run.figures.variants).toBeGreaterThanOrEqual(2048);
  const skipped = run.certificate?.skipped ?? [];
  expect(skipped.map(({ code }) => code)).toEqual(skipped.map(() => 'source.price-unreadable'));
  expect(skipped.map(({ address }) => address)).toEqual(
    expect.arrayContaining(['https://odd.example/products/mug-4', 'https://odd.example/products/mug-5']),
  );
  expect((await tests.rows({ sources: ['odd.example'], text: 'character' })).length).toBe(1);
});

it('lets a page of 60 MB go, and takes damaged bytes for what they are', async () => {
  const huge = await tests.collect(
    'https://huge.example/',
    'shop',
    feedShop(3, {
      instead: (url) =>
        url.pathname === '/products.json'
          ? new Response('{', { headers: { 'content-length': '60000000' } })
          : undefined,
    }),
  );
  const shop = feedShop(3);
  const damaged = await tests.collect('https://damaged.example/', 'shop', {
    async fetch(input, init) {
      const answer = await shop.fetch(input, init);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const at = Buffer.from(bytes).indexOf('Stoneware mug 2');
      if (at > 0) {
        bytes[at] = 0xff;
      }
      return new Response(bytes, { status: answer.status });
    },
  });

  expect(huge.run).toMatchObject({ state: 'failed', fault: { code: 'source.answer-too-large' } });
  expect(damaged.run).toMatchObject({ state: 'complete', done: 3 });
  expect(
    (await tests.rows({ sources: ['damaged.example'], text: 'toneware' })).map(({ title }) => title),
  ).toContain('\ufffdtoneware mug 2');
});
