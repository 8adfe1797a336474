import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { type FeedShop, type FeedShopFaults, feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { collectJob } from './collect-job.ts';
import { collectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);

type Answer = (handle: string) => Response | null;

/** A shop with this many products whose `.json` gives this response; null: like any other missing address. */
function stockShop(count: number, answer: Answer): FeedShop & { singles: string[] } {
  const singles: string[] = [];
  const instead: FeedShopFaults['instead'] = (url) => {
    const handle = /^\/products\/([^/.]+)\.(?:json|js)$/.exec(url.pathname)?.[1];
    if (handle === undefined) {
      return undefined;
    }
    singles.push(url.pathname);
    return answer(handle) ?? new Response('', { status: 404 });
  };
  return { ...feedShop(count, { instead }), singles };
}

async function start(address: string, stock: boolean | undefined): Promise<string> {
  const body = { platform: 'shopify', scope: 'shop', addresses: [address], ...(stock && { stock }) };
  return ((await tests.post('/collect/runs', body)) as { runId: string }).runId;
}

async function stocksOf(shop: string): Promise<(number | null)[]> {
  const rows = await tests.asOwner((owned) =>
    owned.selectFrom('collected').select('content').where('shop', '=', shop).orderBy('source_id').execute(),
  );
  return rows.map(({ content }) => content.variants[0]?.stock ?? null);
}

it('counts for how many products the stock was given, and why not for the others', async () => {
  const shop = stockShop(60, (handle) => {
    const at = shop.products.findIndex((good) => good.handle === handle);
    return at < 25 ? single(shop.products[at]) : new Response('', { status: 403 });
  });

  const run = await tests.work(await start('https://told.example/', true), shop);

  expect(run.run.state).toBe('complete');
  expect(run.certificate?.stock).toEqual({
    reported: 25,
    unstated: [{ code: 'source.blocked-us', count: 35 }],
  });
  expect((await stocksOf('told.example')).filter((stock) => stock === null)).toHaveLength(35);
  expect((await stocksOf('told.example')).filter((stock) => stock === -3)).toHaveLength(25);
});

it.each([429, 503])(
  'neither ends nor holds a run where the source of the stock wants a long rest (%s)',
  async (status) => {
    const shop = stockShop(60, (handle) => {
      const at = shop.products.findIndex((good) => good.handle === handle);
      return at < 25
        ? single(shop.products[at])
        : new Response('', { status, headers: { 'retry-after': '300' } });
    });

    const run = await tests.work(await start(`https://rests-${status}.example/`, true), shop);

    const code = status === 429 ? 'source.slow-down' : 'source.unwell';
    expect(run.run).toMatchObject({ state: 'complete', done: 60, fault: null });
    expect(run.certificate?.stock).toEqual({ reported: 25, unstated: [{ code, count: 35 }] });
  },
);

it('says nothing of stock in the certificate of a run that did not ask for it', async () => {
  const run = await tests.work(
    await start('https://plain.example/', undefined),
    stockShop(3, () => null),
  );

  expect(run.certificate).not.toHaveProperty('stock');
});

it('refuses to ask for stock on a platform that has no such thing', async () => {
  const body = { platform: 'woocommerce', scope: 'shop', addresses: ['https://woo.example/'], stock: true };
  const { status, body: answer } = await tests.send('POST', '/collect/runs', body);

  expect([status, answer.code]).toEqual([400, 'request.invalid']);
});

it('stopped and killed on its way, ends with each product reported once and requests none again that is saved', async () => {
  let stopAt = 33;
  let stop = new AbortController();
  const shop = stockShop(130, (handle) => {
    stopAt -= 1;
    if (stopAt === 0) {
      stop.abort(new Error('the worker stops'));
    }
    return single(shop.products.find((good) => good.handle === handle));
  });
  const runId = await start('https://stopped.example/', true);
  const job = collectJob({ ...tests.services, fetch: shop.fetch }, []);

  for (const next of [33, 41]) {
    stopAt = next;
    stop = new AbortController();
    await job.work({ runId, ownerId: tests.ownerId, key: '' }, stop.signal).catch(() => undefined);
  }
  const between = (await tests.get(`/collect/runs/${runId}`)) as CollectRun;
  stopAt = Number.POSITIVE_INFINITY;
  const run = await tests.work(runId, shop);

  expect(between.figures.got).toBeGreaterThan(20);
  expect(between.figures.got).toBeLessThan(130);
  expect(run.run.state).toBe('complete');
  expect(run.certificate).toMatchObject({ got: 130, stock: { reported: 130, unstated: [] } });
  expect(await stocksOf('stopped.example')).toEqual(Array(130).fill(-3));
  // A part that was not saved yet is requested again: at each stop, twenty products plus the requests in progress.
  expect(shop.singles.length).toBeLessThan(130 + 3 * 26);
});

it('asks for stock where what was skipped is read again', async () => {
  const shop = stockShop(3, (handle) => single(shop.products.find((good) => good.handle === handle)));
  const [nameless] = shop.products;
  const title = nameless?.title;
  Object.assign(nameless ?? {}, { title: '' });
  const run = await tests.work(await start('https://again.example/', true), shop);
  Object.assign(nameless ?? {}, { title });

  const again = await tests.retry(run.run.id, shop);

  expect(run.certificate).toMatchObject({ skippedCount: 1, stock: { reported: 2 } });
  expect(again.certificate).toMatchObject({ got: 1, stock: { reported: 1, unstated: [] } });
});

function single(product: Record<string, unknown> | undefined): Response | null {
  const [variant] = (product?.variants ?? []) as Record<string, unknown>[];
  const inventory = { inventory_management: 'shopify', inventory_policy: 'continue', inventory_quantity: -3 };
  return product === undefined
    ? null
    : Response.json({ product: { ...product, variants: [{ ...variant, ...inventory }] } });
}
