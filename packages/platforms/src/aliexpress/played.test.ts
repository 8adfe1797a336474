import { describePlayed } from '../testing/played-suite.ts';
import { aliexpress } from './index.ts';

describePlayed(aliexpress, {
  // A comma before two digits is a price's decimals here, for the source writes prices as each country does.
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
