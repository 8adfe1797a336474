import { expect, it } from 'vitest';
import { describeSimulated, simulatedShop } from '../../testing/simulated-suite.ts';
import { shopify } from '../index.ts';

describeSimulated(shopify, {
  oddReadable: 8,
  oddSkipped: [
    ['price-with-a-comma', 'source.price-unreadable'],
    ['price-below-zero', 'source.price-unreadable'],
    ['price-with-an-exponent', 'source.price-unreadable'],
  ],
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/collections/${handle}`,
  closedFeeds: ['feed-missing', 'html', 'huge=32000000', 'empty'],
});

it('reads by pages alone what it reads by its feed, when the single forms are closed too', async () => {
  const feed = await simulatedShop(shopify, 12).collect();
  const page = await simulatedShop(shopify, 12, 'feed-missing', {
    kind: 'status',
    value: 404,
    matching: '.js',
    count: null,
  }).collect();

  expect(page.ids.toSorted()).toEqual(feed.ids.toSorted());
});
