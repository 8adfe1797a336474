import { describeSimulated } from '../../testing/simulated-suite.ts';
import { shoplazza } from '../index.ts';

describeSimulated(shoplazza, {
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
