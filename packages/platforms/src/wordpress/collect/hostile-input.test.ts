import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { wordpress } from '../index.ts';

describeAnyInput(wordpress, {
  product: (handle) => `/${handle}/`,
  category: (handle) => `/category/${handle}/`,
  marks: ['<meta ', '<article '],
});
