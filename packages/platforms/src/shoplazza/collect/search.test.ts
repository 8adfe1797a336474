import { describeSearch } from '../../testing/search-suite.ts';
import { shoplazza } from '../index.ts';

describeSearch(shoplazza, { product: (handle) => `/products/${handle}` });
