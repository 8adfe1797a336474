import type { AnswerKind } from '../between-worlds.ts';

/**
 * The calls by which pages of the marketplaces load their products, and no others: the item of AliExpress, its lists
 * (`/fn/…/index`, a store's products), the lists of 1688 (`aliexpress/readme.md`, Product pages; Lists;
 * `alibaba/readme.md`, 1688: lists).
 */
const calls: [AnswerKind, host: RegExp, place: RegExp][] = [
  ['item', /^acs\.aliexpress\.(?:com|us)$/, /^\/h5\/mtop\.aliexpress\.pdp\.\w{1,20}\.query\//],
  ['list', /(?:^|\.)aliexpress\.(?:com|us)$/, /^\/fn\/[\w-]{1,60}\/index\b/],
  ['list', /(?:^|\.)aliexpress\.(?:com|us)$/, /^\/async\/execute\?(?=.{0,2000}\ballitems)/],
  ['list', /(?:^|\.)1688\.com$/, /^\/h5\/mtop\.relationrecommend\.[^?]{1,100}\?(?=.{0,4000}getOfferList)/],
];

/** Returns what kind of products a response from this address contains; null if it is not relevant. */
export function kindOf(address: string, base: string): AnswerKind | null {
  const url = URL.parse(address, base);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return null;
  }
  const place = url.pathname + url.search;
  return calls.find(([, host, path]) => host.test(url.hostname) && path.test(place))?.[0] ?? null;
}
