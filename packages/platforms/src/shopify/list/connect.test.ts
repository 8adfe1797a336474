import { expect, it } from 'vitest';
import { domainOf } from './connect.ts';

it.each([
  ['aster', 'aster.myshopify.com'],
  ['aster.myshopify.com', 'aster.myshopify.com'],
  [' https://Aster.myshopify.com/admin/products ', 'aster.myshopify.com'],
  ['https://admin.shopify.com/store/aster/settings', 'aster.myshopify.com'],
  ['admin.shopify.com/store/aster', 'aster.myshopify.com'],
  ['shop.aster.example', 'shop.aster.example'],
  ['aster-practice.localhost:8901', 'aster-practice.localhost:8901'],
  ['http://127.0.0.1:8901/', '127.0.0.1:8901'],
])('understands %s as an address of a store', (pasted, domain) => {
  expect(domainOf(pasted)).toBe(domain);
});

it.each([
  '',
  'two words',
  '127.0.0.1',
  '[::1]',
  'localhost',
  'http://user:secret@aster.example',
  'ftp://x',
  '../../../../simulators/src',
])('takes %s for no address of a store', (pasted) => {
  expect(domainOf(pasted)).toBeNull();
});
