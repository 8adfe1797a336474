import { expect, it } from 'vitest';
import { plainAmount, priceIn } from './price-text.ts';

it.each([
  ['Price: $89.00', '89.00', null],
  ['nur 1.299,00 € inkl. MwSt.', '1299.00', 'EUR'],
  ['EUR 12,5', '12.5', 'EUR'],
  ['Prix : 1 299 €', '1299', 'EUR'],
  ['US$1,299.99 today', '1299.99', 'USD'],
  ['por R$ 49,90 à vista', '49.90', 'BRL'],
  ['价格 ￥128', '128', null],
  ['NT$650', '650', 'TWD'],
  ['from 45 USD per piece', '45', 'USD'],
  ['120.50 ر.س', '120.50', 'SAR'],
  ['د.إ 99', '99', 'AED'],
  ['1 290,00 Kč', '1290.00', 'CZK'],
])('reads the price in "%s"', (text, price, currency) => {
  expect(priceIn(text)).toEqual({ price, currency });
});

it.each(['made in 1999', 'size 12.5', 'call us: 555-1234', '', '$', 'USD'])(
  'sees no price in "%s"',
  (text) => {
    expect(priceIn(text)).toBeNull();
  },
);

it.each([
  ['1.299', '1299'],
  ['1,299', '1299'],
  ['12.50', '12.50'],
  ["1'299.00", '1299.00'],
  ['0.5', '0.5'],
  ['1.234.567,89', '1234567.89'],
])('writes %s as %s', (shown, plain) => {
  expect(plainAmount(shown)).toBe(plain);
});

it('is not held up by a text made to hold it up', () => {
  expect(priceIn(`${'1,111'.repeat(20_000)} EU`)).toBeNull();
});
