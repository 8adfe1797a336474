import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { shoplineTw } from '../index.ts';

describeAnyInput(shoplineTw, {
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/categories/${handle}`,
  marks: ["app.value('product', JSON.parse('", "href='/categories/a' "],
});
