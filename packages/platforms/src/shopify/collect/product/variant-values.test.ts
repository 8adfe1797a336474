import { describe, expect, it } from 'vitest';
import { codeOf, readVariant } from './testing/sent-product.ts';

describe('prices', () => {
  it.each([['12,50'], ['-1'], ['1e3'], ['1.299,00'], ['$5'], [Number.NaN], [1e21]])(
    'never guesses %j: the product is named instead',
    (price) => {
      expect(codeOf(() => readVariant({ price }))).toEqual({
        code: 'source.price-unreadable',
        value: String(price),
        variant: 'A-1',
      });
    },
  );

  it.each([[''], [null], [undefined], ['call us']])('has none where %j stands', (price) => {
    expect(readVariant({ price, compare_at_price: '9.90' })).toMatchObject({
      price: null,
      compareAtPrice: null,
    });
  });

  it('has none where 0 stands beside what cannot be bought, and 0 where it can', () => {
    expect(readVariant({ price: '0.00', available: false })).toMatchObject({ price: null });
    expect(readVariant({ price: '0.00', available: true })).toMatchObject({ price: '0.00' });
  });

  it.each([
    [{}, '{…}'],
    [{ toString: '' }, '{…}'],
    [[['9.90']], '[…]'],
  ])('names the product for %j, though it is no value at all', (price, value) => {
    expect(codeOf(() => readVariant({ price }))).toEqual({
      code: 'source.price-unreadable',
      value,
      variant: 'A-1',
    });
  });

  it.each([
    ['0.00', '0.00'],
    [' 5.5 ', '5.5'],
    [19.9, '19.9'],
    ['1234567.1234', '1234567.1234'],
  ])('reads %j as %s', (price, text) => {
    expect(readVariant({ price })?.price).toBe(text);
  });

  it.each([
    [null, null],
    ['', null],
    ['0.00', null],
    ['9.99', null],
    ['10.00', null],
    ['10.01', '10.01'],
    ['9', null],
    ['100', '100'],
    ['12,50', null],
  ])('takes a former price of %j for %j', (compare_at_price, text) => {
    expect(readVariant({ compare_at_price })?.compareAtPrice).toBe(text);
  });
});

describe('codes', () => {
  it.each([
    ['', null],
    [null, null],
    ['0017', '0017'],
    ['90.750', '90.750'],
    ['1e10', '1e10'],
    [4711, '4711'],
  ])('reads the SKU %j as %j', (sku, text) => {
    expect(readVariant({ sku })?.sku).toBe(text);
  });

  it('takes the apostrophe off a barcode', () => {
    expect(readVariant({ barcode: "'0850064060010" })?.barcode).toBe('0850064060010');
  });
});

it.each([
  ['grams as text', { grams: '250' }, { value: '250', unit: 'g' }],
  ['grams with decimals as text', { grams: ' 28.35 ' }, { value: '28.35', unit: 'g' }],
  [
    'a weight as text in its unit',
    { grams: 0, weight: '1.5', weight_unit: 'lb' },
    { value: '1.5', unit: 'lb' },
  ],
  ['words', { grams: 'heavy' }, null],
  ['nothing', { grams: ' ' }, null],
])('reads a weight sent as %s', (_, sentSo, weight) => {
  expect(readVariant(sentSo)?.weight).toEqual(weight);
});
