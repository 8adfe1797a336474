import { describeSimulated } from '../../testing/simulated-suite.ts';
import { shopyy } from '../index.ts';

describeSimulated(shopyy, {
  oddReadable: 8,
  oddSkipped: [
    ['price-with-a-comma', 'source.price-unreadable'],
    ['price-below-zero', 'source.price-unreadable'],
    ['price-with-an-exponent', 'source.price-unreadable'],
  ],
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/collections/${handle}`,
  closedFeeds: [],
  withoutLists: true,
});
