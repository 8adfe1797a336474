import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { shopline } from '../index.ts';

describeAnyInput(shopline, {
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/collections/${handle}`,
  marks: ['window.Shopline = ', '__PRELOAD_STATE__ = '],
});
