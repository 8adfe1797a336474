import { describeSearch } from '../../testing/search-suite.ts';
import { alibaba } from '../index.ts';

describeSearch(alibaba, { product: (handle) => `/product-detail/x_${handle.split('-').at(-1)}.html` });
