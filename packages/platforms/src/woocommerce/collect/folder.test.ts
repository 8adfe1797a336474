import { describeFolders } from '../../testing/folder-suite.ts';
import { woocommerce } from '../index.ts';

describeFolders(woocommerce, {
  product: (handle) => `/product/${handle}/`,
  category: (handle) => `/product-category/${handle}/`,
  closed: ['feed-missing'],
});
