import { describeSearch } from '../../testing/search-suite.ts';
import { wordpress } from '../index.ts';

describeSearch(wordpress, { products: 2100, product: (handle) => `/${handle}/` });
