import { expect, it } from 'vitest';
import type { OpenPage } from '../open-page.ts';
import { isSamePage, tabFetch } from './tab-fetch.ts';

it.each([
  [
    'https://www.alibaba.com/product-detail/x_1600000000777.html',
    'https://german.alibaba.com/product-detail/Kanne-1600000000777.html',
    true,
  ],
  [
    'https://www.alibaba.com/product-detail/x_1600000000777.html',
    'https://m.alibaba.com/product/1600000000777/teapot.html?a=1',
    true,
  ],
  [
    'https://detail.1688.com/offer/951410798382.html',
    'https://detail.m.1688.com/page/index.htm?offerId=951410798382',
    true,
  ],
  ['https://www.aliexpress.com/item/1005001.html', 'https://www.aliexpress.com/item/1005002.html', false],
  [
    'https://www.alibaba.com/event/app/mainAction/desc.htm?detailId=1600000000777',
    'https://www.alibaba.com/product-detail/x_1600000000777.html',
    false,
  ],
  ['https://other.example/item/1005001234.html', 'https://www.aliexpress.com/item/1005001234.html', false],
  ['https://s.example/products/tea', 'https://s.example/products/tea?variant=1#top', true],
  ['https://s.example/products/tea.json', 'https://s.example/products/tea', false],
])('%s, asked on %s: the page itself? %s', (requested, page, same) => {
  expect(isSamePage(new URL(requested), new URL(page))).toBe(same);
});

function tabOf(address: string) {
  const requested: [string, string][] = [];
  const page: Pick<OpenPage, 'url' | 'fetch' | 'document'> = {
    url: new URL(address),
    fetch: async (input, init) => {
      requested.push([`tab ${init?.credentials}`, String(input)]);
      return new Response('from the shop');
    },
    document: async (url) => {
      requested.push(['plugin', url]);
      return { status: 200, text: 'from the plugin' };
    },
  };
  return { requested, fetch: (held: string | null, url: string) => tabFetch(page, held)(new URL(url)) };
}

it('answers for the open page with what the tab holds, and asks its shop with the visitor’s session', async () => {
  const { requested, fetch } = tabOf('https://s.example/products/tea?ref=1');

  const [page, other] = [
    await fetch('held', 'https://s.example/products/tea'),
    await fetch('held', 'https://s.example/products/tea.js'),
  ];

  expect([await page.text(), await other.text()]).toEqual(['held', 'from the shop']);
  expect(requested).toEqual([['tab same-origin', 'https://s.example/products/tea.js']]);
});

it('lets the plugin ask where sources keep descriptions, and nobody anywhere else', async () => {
  const { requested, fetch } = tabOf('https://www.aliexpress.com/item/1005001234567.html');

  const description = await fetch(null, 'https://aeproductsourcesite.alicdn.com/desc.htm');

  expect(await description.text()).toBe('from the plugin');
  for (const elsewhere of [
    'https://evil.example/x',
    'http://ae01.alicdn.com/x',
    'https://alicdn.com.evil.example/x',
    'http://127.0.0.1/x',
  ]) {
    await expect(fetch(null, elsewhere)).rejects.toThrow('is not asked');
  }
  expect(requested.length).toBe(1);
});
