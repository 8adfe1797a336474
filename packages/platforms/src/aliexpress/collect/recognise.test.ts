import { expect, it } from 'vitest';
import { readAddress } from './address.ts';
import { recognise } from './recognise.ts';

const named = (address: string) => {
  const { scope, key, shop } = readAddress(new URL(address));
  return [scope, key, shop];
};
const com = 'www.aliexpress.com';
const us = 'www.aliexpress.us';

it.each([
  ['https://www.aliexpress.com/item/1005001111111111.html?spm=a2g0o', 'product', '1005001111111111', com],
  ['https://pt.aliexpress.com/item/Lamp-of-20231231/32811111111.html', 'product', '32811111111', com],
  ['https://www.aliexpress.us/item/3256801111111111.html', 'product', '3256801111111111', us],
  ['https://m.aliexpress.com/i/4000111111111.html', 'product', '4000111111111', com],
  [
    'https://www.aliexpress.com/category/200000345/dresses.html?page=3',
    'category',
    '/category/200000345/dresses.html',
    com,
  ],
  [
    'https://www.aliexpress.com/w/wholesale-desk-lamp.html?SearchText=desk+lamp&page=2&spm=x&SortType=price_asc',
    'search',
    '/w/wholesale-desk-lamp.html?SearchText=desk+lamp&SortType=price_asc',
    com,
  ],
  ['https://www.aliexpress.com/store/1103596614', 'shop', '/store/1103596614', com],
  [
    'https://fern.aliexpress.com/store/1103596614/pages/all-items.html',
    'shop',
    '/store/1103596614/pages/all-items.html',
    com,
  ],
  ['https://www.aliexpress.com/', 'shop', null, com],
])('reads %s', (address, scope, key, shop) => {
  expect(named(address)).toEqual([scope, key, shop]);
});

const seen = (address: string, body = '') => ({
  url: new URL(address),
  status: 200,
  headers: new Headers(),
  body,
});

it('is sure by the address alone, in every language', async () => {
  for (const host of [
    'www.aliexpress.com',
    'ko.aliexpress.com',
    'www.aliexpress.us',
    'fern.fr.aliexpress.com',
  ]) {
    expect(await recognise(seen(`https://${host}/item/1005001111111111.html`))).toMatchObject({
      confidence: 100,
      scope: 'product',
      evidence: [{ sign: 'host', seen: host }],
    });
  }
});

it.each([
  [
    'a shop that resells its goods',
    'https://shop.example/',
    '<img src="https://ae01.alicdn.com/kf/S.jpg"><script src="https://cdn.shopify.com/x.js">',
  ],
  [
    'the Russian house',
    'https://aliexpress.ru/item/1005001111111111.html',
    '<script>window._dida_config_ = {}</script>',
  ],
  ['a name that only ends alike', 'https://notaliexpress.com/item/1005001111111111.html', '<p>'],
  [
    'a page about it',
    'https://diary.example/',
    '<p>Today I looked at <a href="https://www.aliexpress.com/">AliExpress</a>.',
  ],
])('does not take %s for its own', async (_, address, body) => {
  expect(await recognise(seen(address, body))).toMatchObject({ confidence: 0 });
});
