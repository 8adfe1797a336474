import { beforeEach, expect, it } from 'vitest';
import { kindOf } from './wanted.ts';
import { type PageWindow, type Watching, watchFetch, watchXhr } from './watch-calls.ts';

let heard: [string, string][] = [];
const watching: Watching = {
  isWanted: (address) => address.includes('wanted'),
  hear: (address, text) => heard.push([address, text]),
};
beforeEach(() => {
  heard = [];
});

/** A page whose own `fetch` and requests respond with their address. */
function pageOf() {
  class Request extends EventTarget {
    responseType = '';
    responseText = '';
    opened: unknown[] = [];
    open(...given: unknown[]) {
      this.opened = given;
      this.responseText = `answer of ${String(given[1])}`;
    }
  }
  const requested: unknown[][] = [];
  const page = {
    fetch: (...given: unknown[]) => {
      requested.push(given);
      return Promise.resolve(new Response(`answer of ${String(given[0])}`));
    },
    XMLHttpRequest: Request,
  };
  // Cast: only these two properties of a page are used here.
  return { page: page as unknown as PageWindow, requested, Request };
}

it('hears an answer that is wanted, and leaves the page its own', async () => {
  const { page, requested } = pageOf();
  watchFetch(page, watching);

  const answer = await page.fetch('/wanted', { method: 'POST' });
  const other = await page.fetch('/other');

  expect(await answer.text()).toBe('answer of /wanted');
  expect(await other.text()).toBe('answer of /other');
  expect(requested).toEqual([['/wanted', { method: 'POST' }], ['/other']]);
  await expect.poll(() => heard).toEqual([['/wanted', 'answer of /wanted']]);
});

it('lets a failure of the page’s call reach the page alone', async () => {
  const { page } = pageOf();
  page.fetch = () => Promise.reject(new TypeError('offline'));
  watchFetch(page, watching);

  await expect(page.fetch('/wanted')).rejects.toThrow('offline');
  expect(heard).toEqual([]);
});

it('never throws into the page, whatever goes wrong with listening', async () => {
  const { page } = pageOf();
  const broken: Watching = {
    isWanted: () => {
      throw new Error('ours');
    },
    hear: () => {
      throw new Error('ours');
    },
  };
  watchFetch(page, broken);
  watchXhr(page, broken);

  const request = new page.XMLHttpRequest();
  request.open('GET', '/wanted');

  expect(await (await page.fetch('/wanted')).text()).toBe('answer of /wanted');
});

it('hears what an old request brought, with everything it was opened with passed on', () => {
  const { page, Request } = pageOf();
  watchXhr(page, watching);

  const request = new Request();
  request.open('POST', '/wanted', true, 'somebody', 'secret');
  request.dispatchEvent(new Event('load'));
  const other = new Request();
  other.open('GET', '/other');
  other.dispatchEvent(new Event('load'));

  expect(request.opened).toEqual(['POST', '/wanted', true, 'somebody', 'secret']);
  expect(heard).toEqual([['/wanted', 'answer of /wanted']]);
});

it.each([
  ['https://acs.aliexpress.com/h5/mtop.aliexpress.pdp.pc.query/1.0/?api=x', 'item'],
  ['https://acs.aliexpress.us/h5/mtop.aliexpress.pdp.pc.query/1.0/', 'item'],
  ['/fn/search-pc/index', 'list'],
  ['https://shoprenderview.aliexpress.com/async/execute?componentKey=allitems_choice&page=1', 'list'],
  [
    'https://h5api.m.1688.com/h5/mtop.relationrecommend.wirelessrecommend.recommend/2.0/?data=%7B%22method%22%3A%22getOfferList',
    'list',
  ],
  ['https://acs.aliexpress.com/h5/mtop.aliexpress.order.list/1.0/', null],
  ['https://acs.aliexpress.com/h5/mtop.user.query/1.0/', null],
  ['https://evil.example/h5/mtop.aliexpress.pdp.pc.query/1.0/', null],
  ['https://h5api.m.1688.com/h5/mtop.relationrecommend.wirelessrecommend.recommend/2.0/?data=cart', null],
  ['/async/execute?componentKey=coupons', null],
  ['data:application/json,{}', null],
])('listens to calls for products and no others: %s', (address, kind) => {
  expect(kindOf(address, 'https://www.aliexpress.com/')).toBe(kind);
});
