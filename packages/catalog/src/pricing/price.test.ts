import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price } from '../testing/arbitrary-product.ts';
import {
  addPrices,
  comparePrices,
  dividePrice,
  formatPrice,
  marginPercent,
  multiplyPrice,
  priceEndingIn,
  roundPrice,
  trimDecimals,
} from './price.ts';

const decimal = fc.tuple(fc.constantFrom('', '-'), price).map(([sign, amount]) => sign + amount);

describe('exact arithmetic', () => {
  it('adds and multiplies without a float between', () => {
    expect(addPrices('0.1', '0.2')).toBe('0.3');
    expect(multiplyPrice('1.005', '100')).toBe('100.500');
    expect(multiplyPrice('999999999999.9999', '3')).toBe('2999999999999.9997');
  });

  it('compares by value, however it is written', () => {
    expect(comparePrices('1.0', '1')).toBe(0);
    expect(comparePrices('9.99', '10')).toBe(-1);
    expect(comparePrices('-1', '-2')).toBe(1);
  });

  it('compares as whole numbers of the smallest step do, however many digits there are', () => {
    const smallest = (text: string) => {
      const [whole = '', fraction = ''] = text.replace('-', '').split('.');
      const units = BigInt(whole + fraction.padEnd(20, '0'));
      return text.startsWith('-') ? -units : units;
    };
    const digits = fc.stringMatching(/^\d{1,19}$/);
    const written = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.option(digits))
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
    // Neighbours differ in their last digit alone.
    const neighbours = fc.tuple(written, fc.constantFrom('0', '1', '5', '9')).map(([text, digit]) => {
      const one = text.includes('.') ? text : `${text}.0`;
      return [one, one.slice(0, -1) + digit] as const;
    });
    const pairs = fc.oneof(fc.tuple(written, written), neighbours);
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const difference = smallest(left) - smallest(right);
        expect(comparePrices(left, right)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
    expect(comparePrices('-0', '0.00')).toBe(0);
    for (const wrong of ['', '1e3', ' 1', '1.', '.5', 'Infinity', '0x1']) {
      expect(() => comparePrices(wrong, '1')).toThrow(RangeError);
    }
  });

  it('obeys the laws of sums and products', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(comparePrices(addPrices(a, b), addPrices(b, a))).toBe(0);
        const apart = addPrices(multiplyPrice(a, c), multiplyPrice(b, c));
        expect(comparePrices(multiplyPrice(addPrices(a, b), c), apart)).toBe(0);
        expect(comparePrices(addPrices(addPrices(a, b), multiplyPrice(b, '-1')), a)).toBe(0);
      }),
    );
  });

  it('refuses what is no decimal instead of guessing', () => {
    for (const text of ['12,50', '1e3', '', ' 1', '.5', '1.', '١', 'NaN']) {
      expect(() => addPrices(text, '1')).toThrow(RangeError);
      expect(() => trimDecimals(text)).toThrow(RangeError);
    }
    expect(() => dividePrice('1', '0.00', 2)).toThrow(RangeError);
  });
});

describe('rounding', () => {
  it.each([
    ['half-up', '2.345', '2.35'],
    ['half-up', '-2.345', '-2.35'],
    ['half-even', '2.345', '2.34'],
    ['half-even', '2.355', '2.36'],
    ['half-even', '2.3451', '2.35'],
    ['up', '2.341', '2.35'],
    ['up', '2.340', '2.34'],
    ['down', '2.349', '2.34'],
  ] as const)('%s of %s to two decimals is %s', (mode, given, rounded) => {
    expect(roundPrice(given, 2, mode)).toBe(rounded);
  });

  it('divides to the decimals asked for', () => {
    expect(dividePrice('10', '3', 2)).toBe('3.33');
    expect(dividePrice('1', '-8', 2)).toBe('-0.13');
    expect(dividePrice('0.99', '0.01', 0)).toBe('99');
  });

  it('never moves a price by more than half a step', () => {
    fc.assert(
      fc.property(decimal, fc.nat(3), (amount, decimals) => {
        const moved = addPrices(amount, multiplyPrice(roundPrice(amount, decimals), '-1')).replace('-', '');
        const step = dividePrice('1', `1${'0'.repeat(decimals)}`, decimals);

        expect(comparePrices(multiplyPrice(moved, '2'), step)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('shows two decimals, and drops only zeros that say nothing', () => {
    expect(formatPrice('5')).toBe('5.00');
    expect(['5.500', '100', '100.00', '0.05'].map((amount) => trimDecimals(amount))).toEqual([
      '5.5',
      '100',
      '100',
      '0.05',
    ]);
    expect(trimDecimals('5.000', 2)).toBe('5.00');
  });
});

describe('endings', () => {
  it.each([
    ['19.40', '.90', 'nearest', '19.90'],
    ['19.39', '.90', 'nearest', '18.90'],
    ['19.91', '.90', 'up', '20.90'],
    ['19.90', '.90', 'up', '19.90'],
    ['19.89', '.90', 'down', '18.90'],
    ['123.40', '9.90', 'nearest', '119.90'],
    ['19.50', 'integer', 'nearest', '20'],
    ['0.30', '.90', 'down', '0.90'],
    ['0.30', 'integer', 'down', '1'],
    ['0', 'integer', 'nearest', '0'],
  ] as const)('%s ending in %s, %s, is %s', (given, ending, direction, expected) => {
    expect(priceEndingIn(given, ending, direction)).toBe(expected);
  });

  it('always has the ending, and keeps it', () => {
    fc.assert(
      fc.property(
        price,
        fc.constantFrom('.90', '.99', '9.95', '99.00', '.5'),
        fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
        (amount, ending, direction) => {
          const ended = priceEndingIn(amount, ending, direction);

          expect(ended.endsWith(ending)).toBe(true);
          expect(priceEndingIn(ended, ending, direction)).toBe(ended);
        },
      ),
    );
  });
});

it('gives the margin in percent of the price, a loss below zero, and no margin of a gift', () => {
  expect(marginPercent('100.00', '60')).toBe('40');
  expect(marginPercent('50', '60')).toBe('-20');
  expect(marginPercent('29.90', '9.97', 1)).toBe('66.7');
  expect(marginPercent('0.00', '5')).toBeNull();
});
