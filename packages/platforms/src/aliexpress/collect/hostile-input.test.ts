import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { aliexpress } from '../index.ts';

describeAnyInput(aliexpress, {
  product: (handle) => `/item/${/\d+$/.exec(handle)?.[0]}.html`,
  category: (handle) => `/category/440000000000/${handle}.html`,
  marks: ['window.runParams = ', '_dida_config_._init_data_= { data: ', 'mtopjsonp1('],
});
