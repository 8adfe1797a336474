import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { shoplazza } from '../index.ts';

describeAnyInput(shoplazza, {
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/collections/${handle}`,
  marks: [
    'C_SETTINGS = ',
    'SHOP_PARAMS = {',
    'product_detail({ product:',
    'product_detail({',
    '$.collectionDetail({',
    "shop_name: '",
    '<script id="product-json" ',
  ],
});
