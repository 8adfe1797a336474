import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { fetchFrom, type Simulation } from '../simulation.ts';
import { type Fault, readFault } from '../simulation-faults.ts';
import { simulators } from '../simulators.ts';
import { collectAll, contextFor } from '../testing/collecting.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { shopify } from './index.ts';

const address = new URL('http://glade-home.localhost:8901/');

/** A played shop of so many goods, read by a clock that waits for nobody. */
function playedShop(count: number, ...faults: (Fault | string)[]) {
  const clock = fakeClock();
  const outside = {
    now: clock.now,
    random: () => 0.5,
    sleep: (ms: number) => clock.sleep(ms, new AbortController().signal),
  };
  const shop = simulators.get('shopify')?.({ name: 'glade-home', goods: { count }, outside }) as Simulation;
  shop.faults.add(...faults.map((fault) => (typeof fault === 'string' ? readFault(fault) : fault)));
  const context = contextFor(fetchFrom(new Map([[address.hostname, shop]])), clock);
  const collector = shopify.collector as NonNullable<typeof shopify.collector>;
  return {
    shop,
    context,
    collector,
    collect: (options: Parameters<typeof collectAll>[3] = {}) =>
      collectAll(collector, { addresses: [address] }, context, options),
  };
}

it('collects 500 goods, as many as promised, each once and sound', async () => {
  const { collect } = playedShop(500);

  const { products, ids, skipped, events } = await collect();

  expect(new Set(ids).size).toBe(500);
  expect([ids.length, skipped]).toEqual([500, []]);
  expect(events).toContainEqual({ kind: 'promised', way: 'feed', count: 500 });
  expect(products.flatMap((product) => Product.safeParse(product).error?.issues ?? [])).toEqual([]);
  expect(new Set(products.map(({ currency }) => currency)).size).toBe(1);
  expect(products[0]?.currency).toMatch(/^[A-Z]{3}$/);
});

it('recognises it, previews it, and lists its categories', async () => {
  const { context, collector } = playedShop(60);
  const front = await context.fetch(address);
  const seen = { url: address, status: front.status, headers: front.headers, body: await front.text() };

  expect((await collector.recognise(seen, context)).confidence).toBe(100);
  expect(await collector.preview(address, 'shop', context)).toMatchObject({
    promised: 60,
    products: { length: 6 },
  });
  expect((await collector.categories(address, context)).length).toBeGreaterThan(3);
});

it.each([
  ['its feed is missing', 'feed-missing'],
  ['all its JSON is a page', 'html'],
  ['all its JSON is 50 MB', 'huge=32000000'],
  ['its feed keeps back what it promises', 'empty'],
])('collects everything by sitemap and pages when %s', async (_, fault) => {
  const { collect } = playedShop(30, fault);

  const { products, ids, skipped } = await collect();

  expect([ids.length, new Set(ids).size, skipped]).toEqual([30, 30, []]);
  expect(products.flatMap((product) => Product.safeParse(product).error?.issues ?? [])).toEqual([]);
});

it('gives a product the same id whichever way it was read', async () => {
  const feed = await playedShop(12).collect();
  const single = await playedShop(12, 'feed-missing').collect();
  const script = await playedShop(12, 'html').collect();
  const page = await playedShop(12, 'feed-missing', {
    kind: 'status',
    value: 404,
    matching: '.js',
    count: null,
  }).collect();

  for (const other of [single, script, page]) {
    expect(other.ids.toSorted()).toEqual(feed.ids.toSorted());
    const prices = ({ products }: typeof feed) =>
      new Map(
        products.map(({ source, variants }) => [source?.id, variants.map(({ price }) => Number(price))]),
      );
    expect(prices(other)).toEqual(prices(feed));
  }
});

it.each([
  ['source.blocked-us', 'blocked'],
  ['source.password-protected', 'password'],
  ['source.unwell', 'status=503*all'],
  ['source.frozen', 'status=402*all'],
  ['address.unreachable', 'dies=0'],
])('names %s', async (code, fault) => {
  const failure = await playedShop(10, fault).collect().catch(AppError.from);

  expect(failure).toMatchObject({ code });
});

it('skips by name what cannot be sold, and reads every other oddity', async () => {
  const { products, skipped } = await playedShop(5, 'odd-products').collect();

  expect(skipped.map(({ address: place, failure }) => [place.replace(/.*\//, ''), failure.code])).toEqual([
    ['price-with-a-comma', 'source.price-unreadable'],
    ['price-below-zero', 'source.price-unreadable'],
    ['price-empty', 'source.price-unreadable'],
    ['price-with-an-exponent', 'source.price-unreadable'],
  ]);
  expect(products).toHaveLength(12);
  expect(products.find(({ handle }) => handle === 'many-variants')?.variants).toHaveLength(2048);
});

it('reads through bytes that are no UTF-8, through cut answers and through a shop that allows little', async () => {
  for (const faults of [
    ['bad-text'],
    ['cut-body*3'],
    ['rate-limited=2/3'],
    ['status=429*2'],
    ['status=500*4'],
  ]) {
    const { ids, skipped } = await playedShop(300, ...faults).collect();

    expect([faults, new Set(ids).size, skipped]).toEqual([faults, 300, []]);
  }
});

it('goes on after the shop died in the middle, to the same set', async () => {
  const { shop, collect } = playedShop(1100);
  const before = await collect({ batches: 2 });
  shop.faults.add(readFault('dies=1'));
  const failure = await collect({ before }).catch(AppError.from);
  shop.faults.clear();

  const after = await collect({ before });

  expect(failure).toMatchObject({ code: 'address.unreachable' });
  expect(new Set([...before.ids, ...after.ids]).size).toBe(1100);
  expect(before.ids.length + after.ids.length).toBe(1100);
});
