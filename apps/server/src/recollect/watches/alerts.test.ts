import type { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { mug, variant } from '../../../testing/products/products.ts';
import { happened } from './alerts.ts';

const all = { pricePercent: 5, stock: true, gone: true };
const priced = (...prices: string[]): Product => ({
  ...mug,
  variants: prices.map((price) => variant({ price })),
});
const had = (fields: Parameters<typeof variant>[0]): Product => ({ ...mug, variants: [variant(fields)] });
const kinds = (before: Product, now: Product, wanted = all) =>
  happened(before, now, wanted).map(({ kind }) => kind);

it('reports a lowest price that moved by the percent asked for, and none that moved less', () => {
  expect(kinds(priced('100', '120'), priced('95.00', '120'))).toEqual(['price-down']);
  expect(kinds(priced('100'), priced('95.01'))).toEqual([]);
  expect(kinds(priced('100', '120'), priced('100', '60.00'))).toEqual(['price-down']);
  expect(kinds(priced('100', '120'), priced('105', '90000'))).toEqual(['price-up']);
  expect(kinds(priced('0.30'), priced('0.285'))).toEqual(['price-down']);
});

it('compares no amounts of two currencies, nor with a price of nothing', () => {
  expect(kinds(priced('100'), { ...priced('14'), currency: 'EUR' })).toEqual([]);
  expect(kinds(priced('0'), priced('14'))).toEqual([]);
});

it('reports that something sold out or is available again, whichever way the source says it', () => {
  expect(kinds(had({ available: true }), had({ available: null, stock: 0 }))).toEqual(['sold-out']);
  expect(kinds(had({ stock: 0 }), had({ available: true }))).toEqual(['back']);
  expect(kinds(had({ available: true }), had({}))).toEqual([]);
});

it('reports nothing that was not asked for', () => {
  const wanted = { pricePercent: null, stock: false, gone: true };

  expect(
    happened(priced('100'), { ...priced('1'), variants: [variant({ price: '1', stock: 0 })] }, wanted),
  ).toEqual([]);
});
