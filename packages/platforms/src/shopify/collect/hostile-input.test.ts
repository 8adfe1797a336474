import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { shopify } from '../index.ts';

describeAnyInput(shopify, {
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/collections/${handle}`,
  marks: ['<script type="application/json" data-product-json>', 'Shopify.shop = ', 'var meta = '],
});
