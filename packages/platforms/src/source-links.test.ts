import { existsSync, readFileSync } from 'node:fs';
import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { expect, it } from 'vitest';
import { platforms } from './all.ts';
import type { SourceLink } from './collecting/collector.ts';
import { collectors } from './collectors.ts';

const recorded = new URL('../../../../shared/fixtures/', import.meta.url);
const sourceLinksOn = (platform: string, html: string, address: string): SourceLink[] =>
  collectors.get(platform)?.collector.sourceLinksOn?.(html, new URL(address)) ?? [];
const ids = (sourceLinks: readonly SourceLink[]) => sourceLinks.map(({ id }) => id);

it('gives a browser every collector that the server has', () => {
  const collecting = [...platforms.values()].filter(({ collector }) => collector !== undefined);

  expect([...collectors.keys()]).toEqual(collecting.map(({ id }) => id));
  expect([...collectors.values()].filter(({ collector }) => collector.sourceLinksOn === undefined)).toEqual(
    [],
  );
  expect(collectors.get('unknown')?.lastResort).toBe(true);
});

it.each([
  ['shopify', '/collections/all'],
  ['shoplazza', '/collections/all'],
  ['shopline', '/collections/all'],
  ['shopyy', '/collections/all'],
  ['woocommerce', '/shop/'],
  ['wordpress', '/'],
  ['alibaba', '/productlist.html'],
  ['alibaba-1688', '/page/offerlist.htm'],
  ['aliexpress', '/'],
])('leads from a list of a simulated %s shop to the pages of its products', async (platform, path) => {
  const shop = simulators.get(platform)?.({ name: 'glade', products: { count: 4, seed: 5 } });
  const collector = collectors.get(platform)?.collector;
  if (shop === undefined || collector === undefined) {
    throw new Error(`${platform} is not there`);
  }
  const origin = 'http://glade.localhost';
  const fetch = fetchFrom(new Map([['glade.localhost', shop]]));
  const pages = [path, '/', '/collections/all', '/shop/'];
  const answers = await Promise.all(pages.map(async (one) => await (await fetch(`${origin}${one}`)).text()));
  const found = answers.map((html) => sourceLinksOn(platform, html, `${origin}${path}`));
  const sourceLinks = found.toSorted((one, other) => other.length - one.length)[0] ?? [];

  expect(sourceLinks.length).toBe(4);
  expect(new Set(ids(sourceLinks)).size).toBe(4);
  for (const { url, title } of sourceLinks) {
    expect((await fetch(url)).status).toBe(200);
    expect(title).not.toBe('');
  }
});

it('gathers what several links to one product give, and leaves out the page’s own', () => {
  const html = `<nav><a href="/collections/all">All</a></nav>
<a href="/products/tea?variant=1"><img data-src="//cdn.example/tea.jpg" src="data:,"></a><a href="/collections/x/products/tea">Green tea</a><a href="/products/tea">New</a>
<script>document.write('<a href="/products/script">')</script>
<a href="https://elsewhere.example/products/other">Other</a><a href="/products/pot"><noscript><img src="/n.jpg"></noscript>Teapot &amp; lid</a>`;

  const sourceLinks = sourceLinksOn('shopify', html, 'https://shop.example/products/own');
  const own = sourceLinksOn('shopify', html, 'https://shop.example/products/pot');

  expect(sourceLinks).toEqual([
    {
      id: 'tea',
      url: 'https://shop.example/products/tea',
      title: 'Green tea',
      imageUrl: 'https://cdn.example/tea.jpg',
      price: null,
      currency: null,
    },
    expect.objectContaining({ id: 'pot', title: 'Teapot & lid' }),
  ]);
  expect(ids(own)).toEqual(['tea']);
});

it('completes its links by the list that linked data give, with prices', () => {
  const list = {
    '@type': 'ItemList',
    itemListElement: [
      { '@type': 'ListItem', url: '/p/jam' },
      {
        '@type': 'ListItem',
        item: {
          '@type': 'Product',
          url: 'https://corner.example/things/tea',
          name: 'Tea',
          image: ['/tea.jpg'],
          offers: { price: 4, priceCurrency: 'GBP' },
        },
      },
      { '@type': 'ListItem', url: 'https://elsewhere.example/p/x' },
    ],
  };
  const html = `<script type="application/ld+json">${JSON.stringify(list)}</script><a href="/p/jam"><img src="/jam.jpg">Jam</a><a href="/p/no-picture">No picture</a><a href="/about">About</a>`;

  const sourceLinks = sourceLinksOn('unknown', html, 'https://corner.example/');

  expect(sourceLinks).toEqual([
    expect.objectContaining({ id: '/p/jam', title: 'Jam', imageUrl: 'https://corner.example/jam.jpg' }),
    {
      id: '/things/tea',
      url: 'https://corner.example/things/tea',
      title: 'Tea',
      imageUrl: 'https://corner.example/tea.jpg',
      price: '4',
      currency: 'GBP',
    },
  ]);
});

it('knows products of a shop with paths of its own by the name that its grid gives their links', () => {
  const html = `<ul class="products"><li class="product"><a href="/kaufen/lampe/" class="woocommerce-LoopProduct-link x"><h2>Lampe</h2></a>
<a href="?add-to-cart=22" class="button">In den Korb</a></li></ul><a href="/kaufen/impressum/">Impressum</a>`;

  expect(sourceLinksOn('woocommerce', html, 'https://laden.example/kaufen/')).toMatchObject([
    { id: 'lampe', url: 'https://laden.example/kaufen/lampe/', title: 'Lampe' },
  ]);
});

it('reads the list that a page of AliExpress or 1688 got by a call', () => {
  const cards = [1, 2].map((at) => ({
    productId: `10050077000000${at}0`,
    prices: { salePrice: { minPrice: 9.5, currencyCode: 'USD' } },
  }));
  const search = { data: { root: { fields: { mods: { itemList: { content: cards } } } } } };
  const offers = {
    data: {
      data: { OFFER: { found: 1, items: [{ data: { offerId: '951410798382', title: '<font>灯</font>' } }] } },
    },
  };

  const items = sourceLinksOn(
    'aliexpress',
    JSON.stringify(search),
    'https://pt.aliexpress.com/w/wholesale-x.html?page=2',
  );
  const others = sourceLinksOn(
    'alibaba-1688',
    ` mtopjsonp7(${JSON.stringify(offers)})`,
    'https://s.1688.com/selloffer/offer_search.htm?keywords=%B5%C6',
  );

  expect(items).toMatchObject([
    { id: '1005007700000010', url: 'https://www.aliexpress.com/item/1005007700000010.html', price: '9.5' },
    { id: '1005007700000020', currency: 'USD' },
  ]);
  expect(others).toMatchObject([
    { id: '951410798382', url: 'https://detail.1688.com/offer/951410798382.html', title: '灯' },
  ]);
});

it('finds nothing where nothing is, and names a page that turned the visitor away', () => {
  const none = [...collectors].map(([id]) =>
    sourceLinksOn(id, '<!doctype html><p>Nothing', 'https://shop.example/'),
  );

  expect(none.flat()).toEqual([]);
  expect(() =>
    sourceLinksOn(
      'aliexpress',
      '<title>Captcha Interception</title>',
      'https://www.aliexpress.com/w/wholesale-x.html',
    ),
  ).toThrow(expect.objectContaining({ code: 'source.blocked-us' }));
});

it('reads a recorded search of AliExpress', () => {
  const file = new URL('aliexpress/search-page-wrapped.html', recorded);
  if (!existsSync(file)) {
    process.stdout.write('Recorded AliExpress pages are not here; nothing was held against them.\n');
    expect(process.env.CI ?? '').toBe('');
    return;
  }

  const sourceLinks = sourceLinksOn(
    'aliexpress',
    readFileSync(file, 'utf8'),
    'https://www.aliexpress.us/w/wholesale-drill.html?SearchText=drill',
  );

  expect(sourceLinks.length).toBe(12);
  expect(
    sourceLinks.every(
      ({ url, title, imageUrl, price }) =>
        url.startsWith('https://www.aliexpress.us/item/') && title && imageUrl && price,
    ),
  ).toBe(true);
});
