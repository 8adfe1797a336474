import { describeSearch } from '../../testing/search-suite.ts';
import { aliexpress } from '../index.ts';

describeSearch(aliexpress, { product: (handle) => `/item/${/\d+$/.exec(handle)?.[0]}.html` });
