import { describeSearch } from '../../testing/search-suite.ts';
import { shopify } from '../index.ts';

describeSearch(shopify, { product: (handle) => `/products/${handle}`, closedToRobots: true });
