import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../testing/collecting.ts';
import { answerOf } from '../testing/replay.ts';
import { unknown } from './index.ts';

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

it('knows a product page of any shop by what it tells of itself, and is never very sure', async () => {
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

  expect(products[0]?.extra).toEqual({ page: { way: 'linked-data' } });
});
