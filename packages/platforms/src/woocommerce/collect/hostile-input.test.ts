import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { woocommerce } from '../index.ts';

describeAnyInput(woocommerce, {
  product: (handle) => `/product/${handle}/`,
  category: (handle) => `/product-category/${handle}/`,
  marks: ['<form data-product_variations="', '<meta '],
});
