import { describeFolders } from '../../testing/folder-suite.ts';
import { wordpress } from '../index.ts';

describeFolders(wordpress, {
  product: (handle) => `/${handle}/`,
  category: (handle) => `/category/${handle}/`,
  closed: ['feed-missing'],
});
