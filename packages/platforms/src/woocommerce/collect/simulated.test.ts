import { describeSimulated } from '../../testing/simulated-suite.ts';
import { woocommerce } from '../index.ts';

describeSimulated(woocommerce, {
  oddReadable: 8,
  oddSkipped: [
    ['price-with-a-comma', 'source.price-unreadable'],
    ['price-below-zero', 'source.price-unreadable'],
    ['price-with-an-exponent', 'source.price-unreadable'],
  ],
  product: (handle) => `/product/${handle}/`,
  category: (handle) => `/product-category/${handle}/`,
  closedFeeds: ['feed-missing', 'html', 'huge=32000000', 'empty'],
});
