import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { shopyy } from '../index.ts';

describeAnyInput(shopyy, {
  product: (handle) => `/products/${handle}`,
  category: (handle) => `/collections/${handle}`,
  marks: ['window.__detail = ', '"spec_mode":1,"variants":['],
});
