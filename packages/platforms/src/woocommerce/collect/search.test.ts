import { describeSearch } from '../../testing/search-suite.ts';
import { woocommerce } from '../index.ts';

describeSearch(woocommerce, { products: 2100, product: (handle) => `/product/${handle}/` });
