import { describeSearch } from '../../testing/search-suite.ts';
import { shopline } from '../index.ts';

describeSearch(shopline, { product: (handle) => `/products/${handle}` });
