import { expect, it } from 'vitest';
import { playedShop } from '../testing/played-suite.ts';
import { woocommerce } from './index.ts';

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
  const open = await playedShop(woocommerce, 500).collect({}, wanted);
  const closed = await playedShop(woocommerce, 500, ...noApi).collect({}, wanted);

  expect(open.ids.length).toBeGreaterThan(20);
  expect([closed.ids.toSorted(), closed.skipped]).toEqual([open.ids.toSorted(), []]);
  expect(closed.events).toContainEqual(
    expect.objectContaining({ way: 'collections', state: 'refused', because: 'source.page-not-understood' }),
  );
});

it('takes the one product that a search leads to at once, and none that its page shows beside', async () => {
  const whole = await playedShop(woocommerce, 40).collect();
  const words = whole.products[3]?.title ?? '';
  const closed = await playedShop(woocommerce, 40, ...noApi).collect({}, search(encodeURIComponent(words)));

  expect(closed.products.map(({ title }) => title)).toEqual([words]);
});

it('collects a shop whose links are plain, behind ?rest_route=', async () => {
  const plain = { kind: 'status', value: 404, matching: '/wp-json/', count: null } as const;

  const { ids, skipped } = await playedShop(woocommerce, 130, plain).collect();

  expect([new Set(ids).size, skipped]).toEqual([130, []]);
});
