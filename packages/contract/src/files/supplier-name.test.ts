import { expect, it } from 'vitest';
import { supplierOf } from './supplier-name.ts';

it.each([
  ['acme-2026-11-25.csv', 'acme'],
  ['acme 20261125.xlsx', 'acme'],
  ['acme_v12.csv', 'acme'],
  ['供应商 3月5日.xlsx', '供应商'],
  ['price list (2).csv', 'price list'],
  ['Studio 54 list.csv', 'Studio 54 list'],
  ['2026.csv', '2026'],
])('next week’s file is of the same supplier: %s is from %s', (name, supplier) => {
  expect(supplierOf(name)).toBe(supplier);
});
