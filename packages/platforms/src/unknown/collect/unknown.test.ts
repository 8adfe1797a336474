import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { answerOf } from '../../testing/replay.ts';
import { unknown } from '../index.ts';

const collector = unknown.collector as NonNullable<typeof unknown.collector>;
const shop = 'https://corner.example';
const product = (name: string, price: string) =>
  `<html><head><meta property="og:site_name" content="Corner"><script type="application/ld+json">${JSON.stringify(
    {
      '@type': 'Product',
      name,
      description: '<p>Fine.</p>',
      offers: { price, priceCurrency: 'GBP' },
    },
  )}</script></head></html>`;
const pages: Record<string, string> = {
  '/sitemap.xml': `<urlset>${[
    '/p/tea',
    '/about',
    '/p/jam?size=2',
    '/p/empty',
    'https://elsewhere.example/p/x',
  ]
    .map((path) => `<url><loc>${new URL(path, shop)}</loc></url>`)
    .join('')}</urlset>`,
  '/p/tea': product('Tea', '4.00'),
  '/p/jam': product('Jam', '3.20'),
  '/p/empty': '<html><title>Nothing here</title></html>',
};
const fetch = async (input: string | URL | Request) => {
  const body = pages[new URL(String(input)).pathname];
  return answerOf({ status: body === undefined ? 404 : 200, body: body ?? '' });
};
const seen = (body: string) => ({ url: new URL(`${shop}/p/tea`), status: 200, headers: new Headers(), body });

it('recognises a product page of any shop by what it says of itself, and is never very sure', async () => {
  const sure = await collector.recognise(seen(pages['/p/tea'] ?? ''), contextFor(fetch));
  const openGraph = await collector.recognise(
    seen('<meta property="og:title" content="Tea"><meta property="og:price:amount" content="4.00">'),
    contextFor(fetch),
  );
  const none = await collector.recognise(seen('<title>My garden</title>'), contextFor(fetch));

  expect([sure.confidence, openGraph.confidence, none.confidence]).toEqual([40, 25, 0]);
});

it('collects a whole shop by its sitemap: what is a product, and by name what only looked like one', async () => {
  const { products, skipped, ids } = await collectAll(
    collector,
    { addresses: [new URL(shop)] },
    contextFor(fetch),
  );

  expect(products).toMatchObject([
    { title: 'Tea', currency: 'GBP', handle: 'tea', source: { platform: 'unknown', storeName: 'Corner' } },
    { title: 'Jam', variants: [{ price: '3.20' }] },
  ]);
  expect(ids).toEqual(['/p/tea', '/p/jam?size=2']);
  expect(skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
    [`${shop}/p/empty`, 'source.page-not-understood'],
  ]);
});

it('says in the product which way it was read', async () => {
  const { products } = await collectAll(
    collector,
    { scope: 'product', addresses: [new URL(`${shop}/p/tea`)] },
    contextFor(fetch),
  );

  expect(products[0]?.extra).toMatchObject({
    page: { way: 'linked-data', fields: { title: 'linked-data', handle: 'address' } },
  });
});

const thing = new URL(`${shop}/p/thing`);
const readThing = (html: string) => collector.readPage?.(html, thing) ?? [];

it('reads microdata, and takes nothing of a review or of what is sold beside', () => {
  const [product] = readThing(`<div itemscope itemtype="https://schema.org/Product">
    <h1 itemprop="name">Jam &amp; <b>bread</b></h1><meta itemprop="sku" content="J-1">
    <span itemprop="brand" itemscope itemtype="http://schema.org/Brand"><span itemprop="name">Corner</span></span>
    <img itemprop="image" src="/jam.jpg"><link itemprop="image" href="/jam-2.jpg">
    <div itemprop="review" itemscope itemtype="https://schema.org/Review"><i itemprop="name">Bad</i><i itemprop="price">1</i></div>
    <p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="GBP">
      £<span itemprop="price" content="3.20">three twenty</span><link itemprop="availability" href="https://schema.org/OutOfStock"></p>
    <div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Other</b></div>
  </div><div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Second</b><b itemprop="price">9</b></div>`);

  expect(product).toMatchObject({
    title: 'Jam & bread',
    vendor: 'Corner',
    currency: 'GBP',
    variants: [{ price: '3.20', sku: 'J-1', available: false }],
    images: [{ url: `${shop}/jam.jpg` }, { url: `${shop}/jam-2.jpg` }],
    extra: { page: { way: 'microdata' } },
  });
});

it('fills what the surest form leaves out from the next, and says of each field which one gave it', () => {
  const linked = { '@type': 'Product', name: 'Jam', offers: { price: 3.2 } };
  const [product] = readThing(`<script type="application/ld+json">${JSON.stringify(linked)}</script>
    <meta property="og:title" content="Jam | Corner"><meta property="og:price:amount" content="4.00">
    <meta property="og:price:currency" content="GBP"><meta property="og:image" content="/jam.jpg">
    <meta property="og:description" content="Fine.">`);

  expect(product).toMatchObject({
    title: 'Jam',
    variants: [{ price: '3.2' }],
    currency: 'GBP',
    images: [{ url: `${shop}/jam.jpg` }],
    extra: {
      page: {
        way: 'linked-data',
        fields: {
          title: 'linked-data',
          variants: 'linked-data',
          currency: 'open-graph',
          images: 'open-graph',
        },
      },
    },
  });
});

it('says that a price is the lowest of a range, and takes a promotion for what it is', () => {
  const page = (offers: object) =>
    readThing(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Jam', offers })}</script>`,
    )[0];

  expect(page({ '@type': 'AggregateOffer', lowPrice: '3', highPrice: '9' })).toMatchObject({
    variants: [{ price: '3' }],
    extra: { page: { priceIs: 'lowest' } },
  });
  const specification = (price: string, priceType?: string) => ({ price, ...(priceType && { priceType }) });
  expect(
    page({
      priceSpecification: [specification('18.50', 'https://schema.org/ListPrice'), specification('14.00')],
    }),
  ).toMatchObject({ variants: [{ price: '14.00', compareAtPrice: '18.50' }] });
});

it('says of a page that only a browser fills that it needs one', async () => {
  const shell = '<html><head><script src="/app.js"></script></head><body><div id="app"></div></body></html>';
  const { skipped } = await collectAll(
    collector,
    { scope: 'list', addresses: [thing, new URL(`${shop}/p/tea`)] },
    contextFor(async (input) =>
      String(input) === thing.href ? answerOf({ body: shell }) : await fetch(input),
    ),
  );

  expect(skipped.map(({ failure }) => failure.code)).toEqual(['source.needs-browser']);
});
