import { describeSearch } from '../testing/search-suite.ts';
import { woocommerce } from './index.ts';

describeSearch(woocommerce, { goods: 2100, product: (handle) => `/product/${handle}/` });
