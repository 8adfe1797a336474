import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import type { Collector } from '../../collecting/collector.ts';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { answerOf } from '../../testing/replay.ts';
import { simulatedShop } from '../../testing/simulated-suite.ts';
import { woocommerce } from '../index.ts';

const collector = woocommerce.collector as Collector;

const shop = new URL('http://glade-home.localhost:8901/');
const category = { scope: 'category' as const, addresses: [new URL('/product-category/new-in/', shop)] };
const search = (words: string) => ({
  scope: 'search' as const,
  addresses: [new URL(`/?s=${words}&post_type=product`, shop)],
});
const noApi = ['wc/store', 'wc%2Fstore'].map(
  (matching) => ({ kind: 'status', value: 404, matching, count: null }) as const,
);

it.each([
  ['a category', category],
  ['a search', search('mug')],
])('finds the same of %s by the pages shoppers see, where the API is closed', async (_, wanted) => {
  const open = await simulatedShop(woocommerce, 500).collect({}, wanted);
  const closed = await simulatedShop(woocommerce, 500, ...noApi).collect({}, wanted);

  expect(open.ids.length).toBeGreaterThan(20);
  expect([closed.ids.toSorted(), closed.skipped]).toEqual([open.ids.toSorted(), []]);
  expect(closed.events).toContainEqual(
    expect.objectContaining({ way: 'collections', state: 'refused', because: 'source.page-not-understood' }),
  );
});

it('takes the one product that a search leads to at once, and none that its page shows beside', async () => {
  const whole = await simulatedShop(woocommerce, 40).collect();
  const words = whole.products[3]?.title ?? '';
  const closed = await simulatedShop(woocommerce, 40, ...noApi).collect(
    {},
    search(encodeURIComponent(words)),
  );

  expect(closed.products.map(({ title }) => title)).toEqual([words]);
});

it('collects a shop whose links are plain, behind ?rest_route=', async () => {
  const plain = { kind: 'status', value: 404, matching: '/wp-json/', count: null } as const;

  const { ids, skipped } = await simulatedShop(woocommerce, 130, plain).collect();

  expect([new Set(ids).size, skipped]).toEqual([130, []]);
});

const page = `<html><head><link rel="canonical" href="https://loom.example/things/good-1/"></head>
<body class="single-product postid-7001"><script type="application/ld+json">${JSON.stringify({
  '@type': 'Product',
  name: 'Good 1',
  offers: { '@type': 'Offer', price: '1.00', priceCurrency: 'EUR' },
})}</script></body></html>`;

/** A shop whose API answers this, with one page, at this address. */
function closedShop(status: number, body: unknown, address = '/things/good-1/') {
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname, search, searchParams } = new URL(input instanceof Request ? input.url : String(input));
    const isApi = pathname.includes('/wp-json/') || searchParams.has('rest_route');
    return isApi
      ? answerOf({ status, body })
      : answerOf(pathname + search === address ? { body: page } : { status: 404, body: 'Not Found' });
  };
  return contextFor(fetch);
}

it.each([
  [401, { code: 'rest_disabled' }],
  [403, { code: 'rest_forbidden' }],
  [404, { code: 'rest_no_route' }],
  [404, '<h1>Not Found</h1>'],
  [200, '<h1>Welcome</h1>'],
])('reads one product by its page where the API answers %s %j', async (status, body) => {
  for (const address of ['/things/good-1/', '/?p=7001']) {
    const url = new URL(address, 'https://loom.example');
    const context = closedShop(status, body, address);
    const wanted = { scope: 'product' as const, addresses: [url] };

    const { products, skipped } = await collectAll(collector, wanted, context);
    const preview = await collector.preview(url, 'product', context);

    expect(skipped).toEqual([]);
    for (const found of [products, preview.products]) {
      expect(found).toMatchObject([
        { title: 'Good 1', source: { id: '7001' }, variants: [{ price: '1.00' }] },
      ]);
    }
  }
});

it('says that a product is gone whose page is gone, too', async () => {
  const wanted = { scope: 'product' as const, addresses: [new URL('https://loom.example/things/other/')] };

  const { skipped } = await collectAll(collector, wanted, closedShop(401, { code: 'rest_disabled' }));

  expect(skipped).toMatchObject([
    { address: 'https://loom.example/things/other/', failure: { code: 'source.gone' } },
  ]);
});

it('previews a shop and a category by their pages', async () => {
  const { context, collector: woo } = simulatedShop(woocommerce, 40, ...noApi);

  const whole = await woo.preview(shop, 'shop', context);
  const within = await woo.preview(category.addresses[0] as URL, 'category', context);

  expect([whole.promised, whole.products.length, within.products.length]).toEqual([null, 3, 3]);
});

it('goes through the page of all products where neither API nor sitemap answers', async () => {
  const noSitemap = { kind: 'status', value: 404, matching: 'sitemap', count: null } as const;
  const { ids, skipped, events } = await simulatedShop(woocommerce, 40, ...noApi, noSitemap).collect();

  expect([new Set(ids).size, skipped]).toEqual([40, []]);
  expect(events).toContainEqual(expect.objectContaining({ way: 'page', state: 'done' }));
});

it('names a shop that has neither API, sitemap nor a page of products', async () => {
  const wanted = { addresses: [new URL('https://loom.example/')] };

  const failure = await collectAll(collector, wanted, closedShop(404, 'Not Found')).catch(AppError.from);

  expect(failure).toMatchObject({ code: 'address.no-shop' });
});

it('lists the categories that the front page links to, and reads one of them by its pages', async () => {
  const links = `<nav><a href="/product-category/floor/rugs/"><img src="/rug.jpg"></a>
    <a href="/product-category/floor/rugs/">Rugs &amp; mats</a><a href="https://other.example/product-category/no/">No</a></nav>`;
  const list = `<ul><li class="product type-product"><a href="/things/good-1/">Good 1</a></li></ul>`;
  const pages: Record<string, string> = {
    '/': links,
    '/product-category/floor/rugs/': list,
    '/sale/rugs/': list,
    '/things/good-1/': page,
  };
  const context = contextFor(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    return answerOf({ status: pages[pathname] ? 200 : 404, body: pages[pathname] ?? 'Not Found' });
  });
  const root = new URL('https://loom.example/');

  const categories = await collector.categories(root, context);

  expect(categories).toMatchObject([{ name: 'Rugs & mats', address: `${root}product-category/floor/rugs/` }]);
  for (const address of ['/product-category/floor/rugs/', '/sale/rugs/', '/sale/rugs/page/1/']) {
    const rugs = { scope: 'category' as const, addresses: [new URL(address, root)] };
    const { products } = await collectAll(collector, rugs, context);

    expect(products).toMatchObject([{ title: 'Good 1', categories: [['Rugs & mats']] }]);
  }
});
