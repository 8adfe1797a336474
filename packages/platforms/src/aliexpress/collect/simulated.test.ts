import { describeSimulated } from '../../testing/simulated-suite.ts';
import { aliexpress } from '../index.ts';

describeSimulated(aliexpress, {
  // A comma before two digits separates decimals here, because the source writes prices in each country's style.
  oddReadable: 8,
  oddSkipped: [
    ['8900000000002.html', 'source.price-unreadable'],
    ['8900000000003.html', 'source.price-unreadable'],
    ['8900000000004.html', 'source.price-unreadable'],
  ],
  product: (handle) => `/item/${/\d+$/.exec(handle)?.[0]}.html`,
  category: () => '/category/440000000000/new-in.html',
  closedFeeds: [],
  withoutLists: true,
});
