import type { CollectScope } from '@bowerbird/contract/collect/collect';
import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { shopify } from '../index.ts';
import { handles, type PretendShop, pretendProduct, pretendShop } from '../testing/pretend-shop.ts';

const collector = shopify.collector;
if (!collector) {
  throw new Error('Shopify collects');
}

function open(shop: PretendShop) {
  const { fetch, requested } = pretendShop(shop);
  return {
    requested,
    fetch,
    collect: (scope: CollectScope, paths: string[], options: Parameters<typeof collectAll>[3] = {}) =>
      collectAll(
        collector as NonNullable<typeof collector>,
        { scope, addresses: paths.map((path) => new URL(path, 'https://shop.example')) },
        contextFor(fetch),
        options,
      ),
  };
}

const closed = { status: 404, body: '' };

it('collects one product, with what only its own form gives', async () => {
  const single = {
    ...pretendProduct('h-1'),
    variants: [{ id: 1, price: '5.00', barcode: "'123", price_currency: 'GBP' }],
  };
  const { collect } = open({ lists: {}, instead: { '/products/h-1.json': { body: { product: single } } } });

  const { products, events } = await collect('product', ['/collections/x/products/h-1']);

  expect(products).toMatchObject([{ currency: 'GBP', variants: [{ barcode: '123' }] }]);
  expect(events).toContainEqual({ kind: 'promised', way: 'page', count: 1 });
});

it('reads a product by the next form when one is closed, and keeps to the form that works', async () => {
  const js = {
    id: 7002,
    title: 'Good',
    handle: 'h-2',
    variants: [{ id: 1, price: 500, options: ['Default Title'] }],
    options: [],
  };
  const { collect, requested } = open({
    lists: {},
    instead: {
      '/products/h-1.json': closed,
      '/products/h-2.json': closed,
      '/products/h-1.js': { body: { ...js, id: 7001, handle: 'h-1' } },
      '/products/h-2.js': { body: js },
    },
  });

  const { ids } = await collect('list', ['/products/h-1', '/products/h-2']);

  expect(ids).toEqual(['7001', '7002']);
  expect(requested).toContain('/products/h-1.json');
  expect(requested).not.toContain('/products/h-2.json');
});

it('reads a list of addresses, naming those that lead nowhere, and continues after a stop', async () => {
  const paths = handles(1, 45).map((handle, at) => (at === 30 ? '/products/gone' : `/products/${handle}`));
  const { collect } = open({ lists: {} });

  const whole = await collect('list', paths);
  const before = await collect('list', paths, { batches: 1 });
  const after = await collect('list', paths, { before });

  expect(whole.ids).toHaveLength(44);
  expect(whole.skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
    ['https://shop.example/products/gone', 'source.gone'],
  ]);
  expect([...before.ids, ...after.ids]).toEqual(whole.ids);
});

it('reads categories and whole shops that stand in a list', async () => {
  const { collect } = open({ lists: { '': ['h-9'], lamps: handles(1, 3) } });

  const { ids } = await collect('list', ['/products/h-5', '/collections/lamps', '/']);

  expect(ids).toEqual(['7005', '7001', '7002', '7003', '7009']);
});

it('continues with the other shops of a list when one is shut, and asks that one no more', async () => {
  const { fetch } = pretendShop({ lists: {} });
  const requested: string[] = [];
  const both: typeof globalThis.fetch = async (input, init) => {
    requested.push(String(input));
    return new URL(String(input)).host === 'shut.example'
      ? new Response('', { status: 402 })
      : await fetch(input, init);
  };
  const addresses = [...Array(30)].map((_, at) => new URL(`https://shut.example/products/h-${at + 1}`));

  const { ids, skipped } = await collectAll(
    collector,
    { scope: 'list', addresses: [...addresses, new URL('https://shop.example/products/h-1')] },
    contextFor(both),
  );

  expect(ids).toEqual(['7001']);
  expect(skipped).toHaveLength(30);
  expect(new Set(skipped.map(({ failure }) => failure.code))).toEqual(new Set(['source.frozen']));
  expect(requested.filter((address) => address.includes('shut.example')).length).toBeLessThanOrEqual(2);
});

it('puts the name of the category into its products, each product once', async () => {
  const { collect } = open({ lists: { lamps: handles(1, 3), sale: ['h-3', 'h-4'] } });

  const { products, events } = await collect('category', ['/collections/lamps', '/collections/sale']);

  expect(products.map(({ handle, categories }) => [handle, categories])).toEqual([
    ['h-1', [['The lamps']]],
    ['h-2', [['The lamps']]],
    ['h-3', [['The lamps']]],
    ['h-4', [['The sale']]],
  ]);
  // The size that a category states (107) is often wrong: the run is checked against what its lists hold, read to their
  // ends.
  expect(events.filter(({ kind }) => kind === 'promised')).toEqual([
    { kind: 'promised', way: 'collections', count: 4 },
  ]);
  expect(events).toContainEqual({ kind: 'slice', index: 1, state: 'done', done: 1, total: 107 });
});

it('promises nothing for categories of which one could not be read to its end', async () => {
  const { collect } = open({ lists: { lamps: handles(1, 3) } });

  const { events } = await collect('category', ['/collections/lamps', '/collections/gone']);

  expect(events.filter(({ kind }) => kind === 'promised')).toEqual([]);
});

it('stopped in the middle of categories, continues to the same set', async () => {
  const shop = { lists: { lamps: handles(1, 7), sale: handles(5, 12) }, perPage: 3 };
  const whole = await open(shop).collect('category', ['/collections/lamps', '/collections/sale']);
  const batches = whole.events.filter(({ kind }) => kind === 'batch').length;

  for (let stop = 1; stop < batches; stop += 1) {
    const before = await open(shop).collect('category', ['/collections/lamps', '/collections/sale'], {
      batches: stop,
    });
    const after = await open(shop).collect('category', ['/collections/lamps', '/collections/sale'], {
      before,
    });

    expect([...before.ids, ...after.ids]).toEqual(whole.ids);
  }
});

it('names a category that is gone, and reads the others', async () => {
  const { collect } = open({ lists: { lamps: ['h-1'] } });

  const { ids, skipped, events } = await collect('category', ['/collections/nowhere', '/collections/lamps']);

  expect(ids).toEqual(['7001']);
  expect(skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
    ['https://shop.example/collections/nowhere', 'source.gone'],
  ]);
  expect(events).toContainEqual({ kind: 'slice', index: 0, state: 'failed', done: 0, total: null });
});

it('says that a category gave no more than it gave', async () => {
  const { collect } = open({ lists: { lamps: handles(1, 30) }, perPage: 5, cap: 10 });

  const { ids, skipped } = await collect('category', ['/collections/lamps']);

  expect(ids).toHaveLength(10);
  expect(skipped.map(({ failure }) => failure.code)).toEqual(['source.feed-capped']);
});

it('reads a category by its pages when its list is closed', async () => {
  const link = (handle: string) => `<a href="/collections/lamps/products/${handle}?x=1">Good</a>`;
  const pages: Record<string, string> = {
    '1': link('h-1') + link('h-2') + link('h-1'),
    '2': link('h-3'),
    '3': link('h-3'),
  };
  const { collect } = open({
    lists: { lamps: [] },
    instead: {
      '/collections/lamps/products.json': { body: '<!doctype html><p>Please wait' },
      '/collections/lamps': (url) => ({ body: pages[url.searchParams.get('page') ?? ''] ?? '' }),
    },
  });

  const whole = await collect('category', ['/collections/lamps']);
  const before = await collect('category', ['/collections/lamps'], { batches: 1 });
  const after = await collect('category', ['/collections/lamps'], { before });

  expect(whole.products.map(({ handle, categories }) => [handle, categories])).toEqual([
    ['h-1', [['The lamps']]],
    ['h-2', [['The lamps']]],
    ['h-3', [['The lamps']]],
  ]);
  expect([...before.ids, ...after.ids]).toEqual(whole.ids);
});

it('stopped after the only page of a closed category, does not report that there was more', async () => {
  const { collect } = open({
    lists: { lamps: [] },
    instead: {
      '/collections/lamps/products.json': { body: '<!doctype html><p>Please wait' },
      '/collections/lamps': (url) => ({
        body: url.searchParams.get('page') === '1' ? '<a href="/products/h-1">Good</a>' : '',
      }),
    },
  });

  const before = await collect('category', ['/collections/lamps'], { batches: 1 });
  const after = await collect('category', ['/collections/lamps'], { before });

  expect(before.ids).toEqual(['7001']);
  expect([after.ids, after.skipped]).toEqual([[], []]);
});

it('starts from scratch with a checkpoint that it cannot read, and saves nothing twice', async () => {
  const { collect } = open({ lists: { '': handles(1, 6) }, perPage: 3 });
  const before = await collect('shop', ['/'], { batches: 1 });

  const after = await collect('shop', ['/'], { before: { ...before, checkpoint: { way: 'feed', page: 2 } } });

  expect([...before.ids, ...after.ids]).toEqual(['7001', '7002', '7003', '7004', '7005', '7006']);
});

it('lists the categories of a shop, with what each promises', async () => {
  const { fetch, url } = pretendShop({ lists: { '': [], lamps: [], sale: [] } });

  const nodes = await collector.categories(url, contextFor(fetch));

  expect(nodes).toEqual([
    {
      id: '300',
      name: 'The lamps',
      promised: 107,
      address: 'https://shop.example/collections/lamps',
      children: [],
    },
    {
      id: '301',
      name: 'The sale',
      promised: 107,
      address: 'https://shop.example/collections/sale',
      children: [],
    },
  ]);
});

it('previews a product, a category and a shop whose feed is closed', async () => {
  const { fetch } = pretendShop({ lists: { lamps: handles(1, 9) }, promised: 40 });
  const preview = (path: string) =>
    collector.preview(new URL(path, 'https://shop.example'), 'shop', contextFor(fetch));

  expect((await preview('/products/h-3')).products.map(({ handle }) => handle)).toEqual(['h-3']);
  expect((await preview('/collections/lamps')).products).toHaveLength(6);
  expect(await preview('/')).toEqual({ products: [], promised: 40 });
});
