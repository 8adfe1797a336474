import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { answerOf } from '../../testing/replay.ts';
import { simulatedShop } from '../../testing/simulated-suite.ts';
import { shopline } from '../index.ts';
import { readPage } from './page.ts';
import { readProduct } from './schema.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'USD' };
const sent = (changes: object, variant: object = {}) => ({
  id: '16065897813253051264461625',
  handle: 'dress',
  title: 'Midi &amp; Maxi',
  options: [],
  variants: [{ id: '18065897813261440000001625', price: 4999, available: true, ...variant }],
  ...changes,
});
const first = (currency: string | null, variant: object = {}) =>
  readProduct(sent({}, variant), { ...facts, currency }).variants[0];

it.each([
  ['USD', '49.99'],
  ['JPY', '4999'],
  ['KWD', '4.999'],
])('reads minor units of %s by its own decimals', (currency, price) => {
  expect(first(currency)?.price).toBe(price);
});

it('guesses no amount where the shop gives no currency', () => {
  expect(() => first(null)).toThrow(
    expect.objectContaining({ code: 'source.price-unreadable', params: { value: '', variant: '' } }),
  );
});

it('keeps ids of 26 digits whole, and makes none of a number that lost its last digits', () => {
  expect(readProduct(sent({}), facts).source?.id).toBe('16065897813253051264461625');
  expect(() => readProduct(sent({ id: Number('16065897813253051264461625') }), facts)).toThrow(
    expect.objectContaining({ code: 'source.product-unreadable', params: { field: 'id' } }),
  );
});

it('keeps all five options, and decodes a title once', () => {
  const names = ['Colour', 'Size', 'Material', 'Fit', 'Length'];
  const product = readProduct(
    sent(
      { options: names.map((name) => ({ name, values: [`${name} 1`] })) },
      Object.fromEntries(names.map((name, at) => [`option${at + 1}`, `${name} 1`])),
    ),
    facts,
  );

  expect(product.options.map(({ name }) => name)).toEqual(names);
  expect(product.variants[0]?.optionValues).toHaveLength(5);
  expect(product.title).toBe('Midi & Maxi');
});

it.each([
  [
    { weight: 0.3, weight_unit: 'zh_kg' },
    { value: '0.3', unit: 'kg' },
  ],
  [{ weight: 0, weight_unit: 'kg' }, null],
  [{ weight: 3, weight_unit: 'stone' }, null],
])('reads the weight of %j', (variant, weight) => {
  expect(first('USD', variant)?.weight).toEqual(weight);
});

it('takes a former price only where it is higher, and availability from either of its two signs', () => {
  expect(first('USD', { compare_at_price: 7999 })?.compareAtPrice).toBe('79.99');
  expect(first('USD', { compare_at_price: 0 })?.compareAtPrice).toBeNull();
  expect(first('USD', { available: undefined, sold_out: true })?.available).toBe(false);
});

it('passes over linked data that its theme broke, and names a price written for people', () => {
  const page = (block: string) =>
    `<title>Dress</title><script type="application/ld+json">${block}</script><p>${'A dress of linen. '.repeat(20)}</p>`;
  const url = new URL('https://shop.example/products/dress');

  expect(
    readPage(page('{"@type":"Product","name":"A "fine" dress","offers":{"price":"12.00"}}'), url),
  ).toEqual([]);
  expect(() =>
    readPage(page('{"@type":"Product","name":"Dress","offers":{"price":"1,299.00"}}'), url),
  ).toThrow(expect.objectContaining({ code: 'source.price-unreadable' }));
});

it('reads a category of a theme that loads more as one scrolls', async () => {
  const { context, collector } = simulatedShop(shopline, 300);
  const requested: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.pathname === '/collections/new-in' && url.searchParams.get('loadMore') !== 'true') {
      url.search = '?page_size=10';
    } else if (url.pathname === '/collections/new-in') {
      url.searchParams.set('page_size', '10');
      requested.push(url.search);
    }
    return context.fetch(url, init);
  };
  const wanted = {
    scope: 'category' as const,
    addresses: [new URL('http://glade-home.localhost:8901/collections/new-in')],
  };

  const { ids, skipped } = await collectAll(collector, wanted, { ...context, fetch });

  expect([ids.length, new Set(ids).size, skipped]).toEqual([24, 24, []]);
  expect(requested.length).toBeGreaterThan(1);
});

it('does not call a category whole that says it has more than its one page', async () => {
  const page = `<div data-unique-key="a"></div><script>window.Shopline = {"currency":"USD"};window.__PRELOAD_STATE__ = {"products":{"total":40}};</script>`;
  const fetch = async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input));
    return answerOf(
      pathname.startsWith('/api/') ? { body: { products: [sent({ handle: 'a' })] } } : { body: page },
    );
  };
  const wanted = {
    scope: 'category' as const,
    addresses: [new URL('https://shop.example/collections/x')],
    robots: false,
  };

  const { ids, skipped, events } = await collectAll(
    shopline.collector as NonNullable<typeof shopline.collector>,
    wanted,
    contextFor(fetch),
  );

  expect(ids).toHaveLength(1);
  expect(skipped.map(({ failure }) => failure.code)).toEqual(['source.feed-capped']);
  expect(events.filter(({ kind }) => kind === 'promised')).toEqual([]);
});
