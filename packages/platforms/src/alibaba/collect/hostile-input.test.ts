import { describeAnyInput } from '../../testing/any-input-suite.ts';
import { alibaba, alibaba1688 } from '../index.ts';

const idOf = (handle: string) => /\d+$/.exec(handle)?.[0];

describeAnyInput(alibaba, {
  product: (handle) => `/product-detail/any-words_${idOf(handle)}.html`,
  category: () => '/productgrouplist-440000000000/new-in.html',
  marks: ['window.detailData = ', 'window.__page__data_sse10._offer_list = '],
});

describeAnyInput(alibaba1688, {
  product: (handle) => `/offer/${idOf(handle)}.html`,
  category: () => '/page/offerlist_440000000000.htm',
  marks: ['window.context=(function(b,d){return d})(window.contextPath,', 'window.__INIT_DATA='],
});
