import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainWords } from '../testing.ts';
import { readText, textOf } from './cell-text.ts';
import { type ColumnId, gridColumns, storedAt } from './columns.ts';
import { column, three } from './testing/three-products.ts';

describe('a value', () => {
  const read = (id: ColumnId, text: string, currency: string | null = 'USD') =>
    readText(column(id), text, { currency, stored: null, words: plainWords });

  it('is read from its own text as it was', () => {
    for (const row of three.rows) {
      for (const each of gridColumns) {
        const stored = storedAt(row, each);
        if (stored !== undefined) {
          const text = textOf(each, stored, plainWords);
          expect(readText(each, text, { currency: 'USD', stored, words: plainWords })).toEqual({
            value: stored,
          });
        }
      }
    }
  });

  it('of a list is read from its own text, whatever its parts contain', () => {
    const parts = fc.string({ minLength: 1, maxLength: 8 }).filter((part) => !/[\r\n]/.test(part));
    const tags = fc.property(fc.uniqueArray(parts, { maxLength: 4 }), (value) => {
      expect(read('tags', textOf(column('tags'), value, plainWords))).toEqual({ value });
    });
    const paths = fc.property(
      fc.array(fc.array(parts, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      (value) => {
        expect(read('categories', textOf(column('categories'), value, plainWords))).toEqual({ value });
      },
    );
    fc.assert(tags);
    fc.assert(paths);
  });

  it.each([
    ['price', '1.234,5', 'EUR', { value: '1234.50' }],
    ['price', '$1,299.00', 'USD', { value: '1299.00' }],
    ['price', '¥1200', 'JPY', { value: '1200' }],
    ['price', '1200.00', 'JPY', { value: '1200' }],
    ['price', '9.99', 'JPY', { wrong: { code: 'money-decimals', params: { n: 0 } } }],
    ['price', '1.005', 'KWD', { value: '1.005' }],
    ['price', '1.005', 'USD', { wrong: { code: 'money-decimals', params: { n: 2 } } }],
    ['price', '-1', 'USD', { wrong: { code: 'money', params: {} } }],
    ['price', 'a lot', 'USD', { wrong: { code: 'money', params: {} } }],
    ['cost', '', 'USD', { value: null }],
    ['title', ' ', 'USD', { wrong: { code: 'filled', params: {} } }],
    ['stock', '1.5x', 'USD', { wrong: { code: 'whole', params: {} } }],
    ['weight', '2 stone', 'USD', { wrong: { code: 'weight', params: {} } }],
    ['weight', '1,2 kg', 'USD', { value: { value: '1.2', unit: 'kg' } }],
    ['status', 'ACTIVE', 'USD', { value: 'active' }],
    ['status', 'sold', 'USD', { wrong: { code: 'choice', params: {} } }],
    ['available', 'no', 'USD', { value: false }],
    ['taxable', 'true', 'USD', { value: true }],
    ['sku', 'x'.repeat(300), 'USD', { wrong: { code: 'too-long', params: { length: 300, max: 255 } } }],
  ] as const)('%s %j in %s is %j', (id, text, currency, wanted) => {
    expect(read(id, text, currency)).toEqual(wanted);
  });
});
