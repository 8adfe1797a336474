import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import type { CollectEvent } from '../../collecting/collector.ts';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { shopify } from '../index.ts';
import { handles, type PretendShop, pretendProduct, pretendShop } from '../testing/pretend-shop.ts';

const html = { body: '<!doctype html><title>Are you a person?</title>' };

async function collectShop(shop: PretendShop) {
  const { fetch, requested, url } = pretendShop(shop);
  const collector = shopify.collector;
  if (!collector) {
    throw new Error('Shopify collects');
  }
  const again = (options: Parameters<typeof collectAll>[3]) =>
    collectAll(collector, { addresses: [url] }, contextFor(fetch), options);
  return { ...(await again({})), requested, again };
}

function ways(events: readonly CollectEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'way' && event.state !== 'running' ? [`${event.way} ${event.state}`] : [],
  );
}

it('does not take a short page for the last one', async () => {
  const { ids } = await collectShop({ lists: { '': handles(1, 7) }, perPage: 3 });

  expect(ids).toHaveLength(7);
});

it('asks for nothing beyond the empty page', async () => {
  const { requested } = await collectShop({ lists: { '': handles(1, 620) }, promised: 620 });

  expect(
    requested.filter((path) => path.includes('limit=250')).map((path) => path.replace(/.*page=/, '')),
  ).toEqual(['1', '2', '3', '4']);
});

it('gives a product once that slid to the next page while the shop was read', async () => {
  const shifted = ['h-2', ...handles(3, 6)];
  const { ids } = await collectShop({
    lists: { '': handles(1, 6) },
    perPage: 2,
    instead: {
      '/products.json': (url) =>
        url.searchParams.get('page') === '2'
          ? { body: { products: shifted.slice(0, 2).map(pretendProduct) } }
          : null,
    },
  });

  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toContain('7002');
});

it.each([400, 200])(
  'continues past the cap (reported with %s) by category and sitemap, each product once',
  async (capStatus) => {
    const { ids, events } = await collectShop({
      lists: { '': handles(1, 30), lamps: handles(8, 20), vases: handles(15, 26) },
      sitemap: handles(1, 30),
      promised: 30,
      cap: 10,
      capStatus,
      perPage: 5,
    });

    expect(new Set(ids)).toEqual(
      new Set(handles(1, 30).map((handle) => String(7000 + Number(handle.slice(2))))),
    );
    expect(ids).toHaveLength(30);
    expect(ways(events)).toEqual(['feed capped', 'collections done', 'sitemap done', 'page done']);
  },
);

it('asks no category once it has what the shop promises, though the feed ended at its cap', async () => {
  const { requested } = await collectShop({
    lists: { '': handles(1, 10), lamps: ['h-1'] },
    promised: 10,
    cap: 10,
    perPage: 5,
  });

  expect(requested.filter((path) => path.startsWith('/collections') || path.includes('sitemap'))).toEqual([]);
});

it('is whole again when the sitemap makes up for a category that could not be read', async () => {
  const { ids, events } = await collectShop({
    lists: { '': handles(1, 20), lamps: handles(11, 14), vases: handles(15, 20) },
    sitemap: handles(1, 20),
    promised: 20,
    cap: 10,
    perPage: 5,
    instead: { '/collections/lamps/products.json': html },
  });
  const last = new Map(
    events.flatMap((event) => (event.kind === 'slice' ? [[event.index, event.state]] : [])),
  );

  expect(ids).toHaveLength(20);
  expect([...last]).toEqual([
    [0, 'done'],
    [1, 'done'],
  ]);
});

it('asks no further category once it has what the shop promises, after a stop too', async () => {
  const { requested, again } = await collectShop({
    lists: { '': handles(1, 20), lamps: handles(11, 14), vases: handles(1, 4) },
    promised: 14,
    cap: 10,
    perPage: 5,
  });
  await again({ before: await again({ batches: 3 }) });

  expect(requested).toContain('/collections/lamps/products.json?limit=250&page=1');
  expect(
    requested.filter((path) => path.startsWith('/collections/vases') || path.includes('sitemap')),
  ).toEqual([]);
});

it('stopped anywhere past the cap, continues to the same set, nothing twice', async () => {
  const shop = {
    lists: { '': handles(1, 60), lamps: handles(8, 20), vases: handles(15, 26) },
    sitemap: handles(1, 60),
    promised: 60,
    cap: 10,
    perPage: 5,
  };
  const { ids, events, requested, again } = await collectShop(shop);
  const batches = events.filter(({ kind }) => kind === 'batch').length;
  // The category lists end at the cap as well.
  const inLists = new Set([...handles(1, 10), ...handles(8, 24)]);
  expect(batches).toBeGreaterThan(6);

  for (let stop = 1; stop < batches; stop += 1) {
    const before = await again({ batches: stop });
    requested.length = 0;
    const after = await again({ before });

    expect([...before.ids, ...after.ids].sort()).toEqual(ids.toSorted());
    // No product page is requested for products that a list returned before the stop, except for one that gives the
    // currency.
    const pages = requested
      .map((path) => /^\/products\/(h-\d+)\.json/.exec(path)?.[1])
      .filter((handle) => handle !== undefined);
    expect(pages.filter((handle) => inLists.has(handle)).length).toBeLessThanOrEqual(1);
  }
});

it('finds by the sitemap what the shop promises and the feed kept back', async () => {
  const { ids, requested } = await collectShop({
    lists: { '': handles(1, 4) },
    sitemap: handles(1, 6),
    promised: 6,
  });

  expect(ids).toEqual(['7001', '7002', '7003', '7004', '7005', '7006']);
  expect(requested.filter((path) => path.startsWith('/products/')).slice(1)).toEqual([
    '/products/h-5.json',
    '/products/h-6.json',
  ]);
});

it.each([
  ['is not there', { status: 404, body: 'Not found' }],
  ['is a page', html],
  ['is forbidden', { status: 403, body: 'Forbidden' }],
])('reads a shop by sitemap and product pages when its feed %s', async (_, refusal) => {
  const { ids, events, again } = await collectShop({
    lists: { '': [] },
    sitemap: handles(1, 45),
    instead: { '/products.json': refusal },
  });
  const before = await again({ batches: 1 });
  const after = await again({ before });

  expect(ids).toHaveLength(45);
  expect(ways(events)).toContain('feed refused');
  expect(events).toContainEqual({ kind: 'promised', way: 'sitemap', count: 45 });
  expect([...before.ids, ...after.ids].sort()).toEqual(ids.toSorted());
});

it('reads a sitemap with marks and spaces of every kind, and is not held up by one made of them', async () => {
  const places = `<loc>\n https://shop.example/products/h-1 \n</loc><loc><![CDATA[https://shop.example/products/h-2?a=1&b=2]]></loc><loc>https://shop.example/products/h-3?a=1&amp;b=2</loc><loc></loc><loc>nowhere</loc>`;
  const { ids } = await collectShop({
    lists: {},
    instead: { '/sitemap.xml': { body: `<urlset>${places}<loc>${' '.repeat(300_000)}` } },
  });

  expect(ids).toEqual(['7001', '7002', '7003']);
});

it('reads a shop with a front of its own under its permanent name', async () => {
  const { fetch } = pretendShop({ lists: { '': handles(1, 3) } });
  const front: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    if (url.host === 'tea.myshopify.com') {
      return await fetch(new URL(url.pathname + url.search, 'https://shop.example'), init);
    }
    const body = '<script>Shopify.shop = "tea.myshopify.com";</script>';
    return url.pathname === '/' ? new Response(body) : new Response('', { status: 404 });
  };
  const collector = shopify.collector;
  if (!collector) {
    throw new Error('Shopify collects');
  }
  const addresses = [new URL('https://tea.example/')];

  const { products } = await collectAll(collector, { addresses }, contextFor(front));

  expect(products.map(({ source }) => [source?.shop, source?.url])).toEqual([
    ['tea.example', 'https://tea.myshopify.com/products/h-1'],
    ['tea.example', 'https://tea.myshopify.com/products/h-2'],
    ['tea.example', 'https://tea.myshopify.com/products/h-3'],
  ]);
});

it.each([
  ['address.no-shop', { status: 404, body: '' }],
  ['source.not-json', html],
  ['source.blocked-us', { status: 403, body: '' }],
  ['source.password-protected', { status: 401, body: '' }],
  ['source.frozen', { status: 402, body: '' }],
])('names a shop that has neither feed nor sitemap: %s', async (code, refusal) => {
  const failure = await collectShop({ lists: {}, instead: { '/products.json': refusal } }).catch(
    AppError.from,
  );

  expect(failure).toMatchObject({ code });
});

it('takes an empty shop for an empty shop', async () => {
  const { ids, skipped, events } = await collectShop({ lists: { '': [] }, promised: 0 });

  expect([ids, skipped]).toEqual([[], []]);
  expect(events.filter(({ kind }) => kind === 'batch')).toEqual([]);
});

it('names the product a shop has lost between its sitemap and its page', async () => {
  const { ids, skipped } = await collectShop({
    lists: { '': ['h-1'] },
    sitemap: ['h-1', 'gone-by-now', 'h-2'],
    promised: 3,
  });

  expect(ids).toEqual(['7001', '7002']);
  expect(skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
    ['https://shop.example/products/gone-by-now', 'source.gone'],
  ]);
});

it('reads a page that is too large in parts, and names the one product that is too large alone', {
  tags: ['slow'],
}, async () => {
  const huge = 'x'.repeat(31_000_000);
  const { ids, skipped } = await collectShop({
    lists: { '': handles(1, 60) },
    instead: {
      '/products.json': (url) => {
        const limit = Number(url.searchParams.get('limit'));
        const page = Number(url.searchParams.get('page'));
        const holdsHuge = (page - 1) * limit < 33 && 33 <= page * limit;
        return holdsHuge ? { body: `{"products":["${huge}"]}` } : null;
      },
    },
  });

  expect(ids).toHaveLength(59);
  expect(skipped.map(({ failure }) => failure.code)).toEqual(['source.answer-too-large']);
});

it('obeys a robots.txt that closes the feed', async () => {
  const { ids, requested } = await collectShop({
    lists: { '': handles(1, 3) },
    sitemap: handles(1, 2),
    instead: { '/robots.txt': { body: 'User-agent: *\nDisallow: /products.json' } },
  });

  expect(requested.filter((path) => path.startsWith('/products.json'))).toEqual([]);
  expect(ids).toHaveLength(2);
});

it('reads the currency of the prices shown, and of the shop when they have none', async () => {
  const priced = { ...pretendProduct('h-1'), variants: [{ price: '1.00', price_currency: 'GBP' }] };
  const shown = await collectShop({
    lists: { '': ['h-1'] },
    promised: 1,
    instead: { '/products/h-1.json': { body: { product: priced } } },
  });
  const silent = await collectShop({ lists: { '': ['h-1'] }, promised: 1 });

  expect(shown.products[0]?.currency).toBe('GBP');
  expect(silent.products[0]?.currency).toBe('EUR');
});
