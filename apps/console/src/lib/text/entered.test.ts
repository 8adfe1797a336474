import { expect, it } from 'vitest';
import { decimalFrom, wholeFrom } from './entered.ts';

it.each([
  ['12,50', '12.50'],
  ['12.50', '12.50'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1.234.567', '1234567'],
  ['1 234,5', '1234.5'],
  ['1e3', '1e3'],
  ['-1', '-1'],
  ['', ''],
])('reads the amount %j as %j', (entered, amount) => {
  expect(decimalFrom(entered)).toBe(amount);
});

it('reads a quantity, and reads nothing from what is no number', () => {
  expect([wholeFrom('1,200'), wholeFrom('-3'), wholeFrom(' '), wholeFrom('ten')]).toEqual([
    1200,
    -3,
    null,
    undefined,
  ]);
});
