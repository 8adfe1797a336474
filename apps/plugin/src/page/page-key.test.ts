import { expect, it } from 'vitest';
import { pageKey } from './page-key.ts';
import { isPrivate } from './private-pages.ts';
import { withoutScripts } from './reading/tab-page.ts';

const key = (address: string) => pageKey(new URL(address));

it.each([
  [
    'https://www.aliexpress.com/item/1005001.html?spm=a',
    'https://www.aliexpress.com/item/1005001.html?pdp_npi=4&gatewayAdapt=glo2usa',
  ],
  [
    'https://www.alibaba.com/product-detail/Lamp_1600000000001.html',
    'https://german.alibaba.com/product-detail/Lampe-1600000000001.html',
  ],
  ['https://s.example/products/tea', 'https://s.example/products/tea/?variant=7&utm_source=x#reviews'],
  [
    'https://www.aliexpress.com/w/wholesale-x.html?SearchText=x&spm=1',
    'https://www.aliexpress.com/w/wholesale-x.html?SearchText=x',
  ],
])('%s and %s show the same', (one, other) => {
  expect(key(one)).toBe(key(other));
});

it.each([
  ['https://www.aliexpress.com/item/1005001234.html', 'https://www.aliexpress.com/item/1005001235.html'],
  ['https://www.aliexpress.com/w/x.html?page=1', 'https://www.aliexpress.com/w/x.html?page=2'],
  ['https://s.example/products/tea', 'https://s.example/products/pot'],
  ['https://s.example/?p=1', 'https://s.example/?p=2'],
])('%s and %s are two pages', (one, other) => {
  expect(key(one)).not.toBe(key(other));
});

it.each([
  ['https://www.aliexpress.com/p/order/index.html', true],
  ['https://shoppingcart.aliexpress.com/orderList.htm', true],
  ['https://www.aliexpress.com/p/shoppingcart/index.html', true],
  ['https://i.alibaba.com/', true],
  ['https://login.1688.com/member/signin.htm', true],
  ['https://shop.example/account/orders', true],
  ['https://www.aliexpress.com/w/wholesale-order-book.html', false],
  ['https://shop.example/collections/cart-bags', false],
])('a visitor’s own pages are left alone: %s is %s', (address, own) => {
  expect(isPrivate(new URL(address))).toBe(own);
});

it('reads from a page that changed what is on it, and nothing of its first scripts', () => {
  const markup =
    '<a href="/x">x</a><script>var old = "</div>";</script><b>y</b><script src="z"></script>!<script>open';

  expect(withoutScripts(markup)).toBe('<a href="/x">x</a><b>y</b>!');
  expect(withoutScripts('<script>'.repeat(500_000))).toBe('');
});
