import { describeSimulated } from '../../testing/simulated-suite.ts';
import { describeWithoutSitemap } from '../../testing/without-sitemap-suite.ts';
import { shoplineTw } from '../index.ts';

describeSimulated(shoplineTw, {
  oddReadable: 8,
  oddSkipped: [
    ['price-with-a-comma', 'source.price-unreadable'],
    ['price-below-zero', 'source.price-unreadable'],
    ['price-with-an-exponent', 'source.price-unreadable'],
  ],
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/categories/${handle}`,
  closedFeeds: [],
  withoutLists: true,
});

describeWithoutSitemap(shoplineTw, '/products');
