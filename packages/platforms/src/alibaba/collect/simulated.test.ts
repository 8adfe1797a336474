import { describeSimulated } from '../../testing/simulated-suite.ts';
import { alibaba, alibaba1688 } from '../index.ts';

const idOf = (handle: string) => handle.split('-').at(-1);
const unpriced = (address: (id: number) => string): [string, string][] =>
  [1, 2, 4].map((place) => [address(8_900_000_000_000 + place), 'source.price-unreadable']);

describeSimulated(alibaba, {
  oddReadable: 8,
  oddSkipped: unpriced((id) => `x_${id}.html`),
  product: (handle) => `/product-detail/any-words_${idOf(handle)}.html?spm=a2700.1234567890123`,
  category: () => '/productgrouplist-440000000000/new-in.html',
  closedFeeds: [],
});

describeSimulated(alibaba1688, {
  oddReadable: 8,
  oddSkipped: unpriced((id) => `${id}.html`),
  product: (handle) => `/offer/${idOf(handle)}.html`,
  category: () => '/page/offerlist_440000000000.htm',
  closedFeeds: [],
});
