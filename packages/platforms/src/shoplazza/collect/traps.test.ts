import { expect, it } from 'vitest';
import { readProduct } from './schema.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'USD' };
const sent = (changes: object, variant: object = {}) => ({
  id: '0ce1a3f0-1111-4a4a-9c9c-000000000001',
  handle: 'hoodie',
  title: 'Warm &amp; Dry',
  variants: [{ id: 'v1', price: '39.99', ...variant }],
  ...changes,
});

it('keeps the choice of a product with one combination, and has none where the shop says there is none', () => {
  const options = [{ name: 'Colour', values: ['Black'] }];
  const one = (has_only_default_variant: boolean) =>
    readProduct(sent({ options, has_only_default_variant }, { option1: 'Black' }), facts).options;

  expect(one(false)).toEqual([{ name: 'Colour', values: ['Black'] }]);
  expect(one(true)).toEqual([]);
});

it.each([
  ['39.99', '39.99'],
  [39.9, '39.9'],
  [40, '40'],
])('reads the price %j in major units', (price, read) => {
  expect(readProduct(sent({}, { price }), facts).variants[0]?.price).toBe(read);
});

it.each([
  ['0.00', null],
  [0, null],
  ['39.99', null],
  ['59.99', '59.99'],
])('takes the former price %j for what it is', (compare_at_price, read) => {
  expect(readProduct(sent({}, { compare_at_price }), facts).variants[0]?.compareAtPrice).toBe(read);
});

it.each([[['hoodie', 'warm']], ['hoodie, warm,,hoodie']])('reads tags sent as %j', (tags) => {
  expect(readProduct(sent({ tags }), facts).tags).toEqual(['hoodie', 'warm']);
});

it('reads stock from either field, and none where it is not tracked', () => {
  const stock = (variant: object, product: object = {}) =>
    readProduct(sent(product, variant), facts).variants[0]?.stock;

  expect(stock({ available_quantity: 5, inventory_quantity: 9 })).toBe(5);
  expect(stock({ inventory_quantity: 9 })).toBe(9);
  expect(stock({ available_quantity: 5 }, { inventory_tracking: false })).toBeNull();
  expect(stock({})).toBeNull();
});

it('decodes an entity in a title once [asvs 1.1.1]', () => {
  expect(readProduct(sent({}), facts).title).toBe('Warm & Dry');
});
