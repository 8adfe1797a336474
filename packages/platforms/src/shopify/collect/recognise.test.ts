import { expect, it } from 'vitest';
import type { Seen } from '../../collecting/collector.ts';
import { readAddress } from '../../collecting/links/handle-address.ts';
import { contextFor } from '../../testing/collecting.ts';
import { answerOf, type Exchange } from '../../testing/replay.ts';
import { pretendProduct } from '../testing/pretend-shop.ts';
import { recognise } from './recognise.ts';

const ours = { body: { products: [pretendProduct('h-1')] } };
const html = { body: '<!doctype html><title>Apple</title>' };

/** Recognises a page, given the shop's other answers by address; everything else answers "not found". */
async function recognised(
  address: string,
  page: Partial<Pick<Seen, 'status' | 'body'>> & { headers?: Record<string, string> },
  answers: Record<string, Omit<Exchange, 'request'>> = {},
) {
  const requested: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    requested.push(String(input));
    return answerOf(answers[String(input)] ?? { status: 404, body: '' });
  };
  const seen: Seen = {
    url: new URL(address),
    status: page.status ?? 200,
    headers: new Headers(page.headers),
    body: page.body ?? '',
  };
  return { ...(await recognise(seen, contextFor(fetch))), requested };
}

it('is certain by the host alone, and asks nothing', async () => {
  const { confidence, requested } = await recognised('https://tea.myshopify.com/', {});

  expect([confidence, requested]).toEqual([100, []]);
});

it('is certain when the feed answers in the right shape', async () => {
  const { confidence, evidence } = await recognised(
    'https://tea.example/',
    {},
    { 'https://tea.example/products.json?limit=1&page=1': ours },
  );

  expect(confidence).toBe(100);
  expect(evidence).toEqual([{ sign: 'feed-answers', seen: '/products.json', score: 100 }]);
});

it('asks the feed of the market the address names', async () => {
  const { requested } = await recognised('https://tea.example/en-ca/products/x', {});

  expect(requested).toEqual(['https://tea.example/en-ca/products.json?limit=1&page=1']);
});

it.each([
  ['HTML with status 200', html],
  ['JSON of another platform', { body: { products: [{ id: 1, name: 'x' }] } }],
  ['nothing', { status: 404, body: '' }],
])('is not taken in by a path of the same shape whose feed is %s', async (_, feed) => {
  const { confidence } = await recognised('https://apple.example/products/x', html, {
    'https://apple.example/products.json?limit=1&page=1': feed,
  });

  expect(confidence).toBe(0);
});

it('counts a path little when the feed could not be asked', async () => {
  const blocked = { status: 403, body: '' };
  const { confidence } = await recognised(
    'https://x.example/products/y',
    {},
    { 'https://x.example/products.json?limit=1&page=1': blocked },
  );

  expect(confidence).toBeGreaterThan(0);
  expect(confidence).toBeLessThan(30);
});

it('finds a shop behind a front of its own by its permanent name', async () => {
  const { confidence } = await recognised(
    'https://tea.example/',
    { body: 'fetch("https://tea-co.myshopify.com/api")' },
    { 'https://tea-co.myshopify.com/products.json?limit=1&page=1': ours },
  );

  expect(confidence).toBe(100);
});

it('recognises a shop shut by a password from its page alone', async () => {
  const { confidence } = await recognised(
    'https://tea.example/password',
    { headers: { 'x-shopid': '1' }, body: '<script>Shopify.theme = {}</script>' },
    { 'https://tea.example/products.json?limit=1&page=1': { status: 401, body: '' } },
  );

  expect(confidence).toBe(100);
});

it('does not take a blog that shows an image from there for a shop', async () => {
  const { confidence } = await recognised('https://blog.example/', {
    body: '<img src="https://cdn.shopify.com/x.jpg">',
  });

  expect(confidence).toBeLessThan(50);
});

it('is not held up by a page made to hold it up', async () => {
  const body = `${'a-'.repeat(500_000)}${'Shopify.shop = '.repeat(20_000)}${'"'.repeat(200_000)}`;

  expect((await recognised('https://x.example/', { body })).confidence).toBe(0);
});

it.each([
  ['/products/mug', 'product', 'mug', ''],
  ['/products/mug.json', 'product', 'mug', ''],
  ['/collections/cups/products/mug?variant=1', 'product', 'mug', ''],
  ['/en-ca/products/%E7%81%AF', 'product', '灯', '/en-ca'],
  ['/fr/collections/tasses', 'category', 'tasses', '/fr'],
  ['/collections/cups/red', 'category', 'cups', ''],
  ['/collections/all', 'shop', null, ''],
  ['/collections', 'shop', null, ''],
  ['/', 'shop', null, ''],
  ['/pages/about', 'shop', null, ''],
])('reads the address %s as %s', (path, scope, handle, prefix) => {
  expect(readAddress(new URL(path, 'https://tea.example'))).toEqual({
    root: `https://tea.example${prefix}`,
    shop: 'tea.example',
    scope,
    key: handle,
  });
});
