import { expect, it } from 'vitest';
import { simulatedShop } from '../../testing/simulated-suite.ts';
import { wordpress } from '../index.ts';

const site = new URL('http://glade-home.localhost:8901/');
const noPosts = ['wp/v2/posts', 'wp%2Fv2%2Fposts'].map(
  (matching) => ({ kind: 'status', value: 404, matching, count: null }) as const,
);

it.each([
  ['a category', { scope: 'category' as const, addresses: [new URL('/category/new-in/', site)] }],
  ['a search', { scope: 'search' as const, addresses: [new URL('/?s=mug', site)] }],
])('finds the same of %s by the pages readers see, where the API is closed', async (_, wanted) => {
  const open = await simulatedShop(wordpress, 400).collect({}, wanted);
  const closed = await simulatedShop(wordpress, 400, ...noPosts).collect({}, wanted);

  expect(open.ids.length).toBeGreaterThan(20);
  expect([closed.ids.toSorted(), closed.skipped]).toEqual([open.ids.toSorted(), []]);
});

it('collects a site whose links are plain, with its categories, behind ?rest_route=', async () => {
  const plain = { kind: 'status', value: 404, matching: '/wp-json/', count: null } as const;
  const { context, collector, collect } = simulatedShop(wordpress, 130, plain);

  const { ids, products, skipped } = await collect();

  expect([new Set(ids).size, skipped]).toEqual([130, []]);
  expect(products.some(({ categories }) => categories.length > 0)).toBe(true);
  expect(products.every(({ images }) => images.length > 0)).toBe(true);
  expect((await collector.categories(site, context)).length).toBeGreaterThan(3);
  expect(
    (await collector.preview(new URL('/?cat=440000000000', site), 'category', context)).products,
  ).not.toEqual([]);
});

it('reads one post by its page, and previews a site by its front page, where the API is closed', async () => {
  const whole = await simulatedShop(wordpress, 40).collect();
  const post = new URL(whole.products[3]?.source?.url ?? '');
  const { context, collector, collect } = simulatedShop(wordpress, 40, ...noPosts);

  const { products, skipped } = await collect({}, { scope: 'product', addresses: [post] });
  const one = await collector.preview(post, 'product', context);
  const front = await collector.preview(site, 'shop', context);

  expect(skipped).toEqual([]);
  for (const found of [products, one.products]) {
    expect(found.map(({ title, source }) => [title, source?.id])).toEqual([
      [whole.products[3]?.title, whole.products[3]?.source?.id],
    ]);
  }
  expect(front).toMatchObject({ promised: null, products: { length: 3 } });
});
