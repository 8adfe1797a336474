import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainNumber } from './plain-number.ts';

it('a number comes back as the value it is, without an exponent, whatever its size', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e14, min: -1e14 }), (value) => {
      const text = plainNumber(String(value))?.text ?? '';

      expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
      expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
    }),
  );
});

it.each([
  ['0', '0', false],
  ['-0.0', '0', false],
  ['100000000000000', '100000000000000', false],
  ['999999999999999', '999999999999999', false],
  ['1E15', '1000000000000000', true],
  ['1.2345678901234599E+18', '1234567890123459840', true],
  ['.5', '0.5', false],
])('%s is %s, with digits lost: %s', (raw, text, digitsLost) => {
  expect(plainNumber(raw)).toEqual({ text, digitsLost });
});

it.each(['', 'NaN', 'INF', '1e999', '1,5', '--1'])('%s is no number', (raw) => {
  expect(plainNumber(raw)).toBeNull();
});
