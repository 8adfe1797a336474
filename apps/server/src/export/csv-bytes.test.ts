import { encodeCsvRow } from '@bowerbird/catalog/csv';
import { hostileText } from '@bowerbird/catalog/testing/arbitrary-product';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostCsvBytes, putCsvRow } from './csv-bytes.ts';

const cell = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '',
    '',
    '\ud800',
    '"'.repeat(50),
    '保'.repeat(50),
    'x'.repeat(32),
    'x'.repeat(33),
    '~\u007f',
  ),
);

it('any row has the bytes of its text, and no more than was said', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 60 }), (cells) => {
      const buffer = Buffer.alloc(mostCsvBytes(cells));
      const end = putCsvRow(cells, buffer, 0);

      expect(buffer.toString('utf8', 0, end)).toBe(Buffer.from(encodeCsvRow(cells, '\n')).toString());
    }),
    { numRuns: 2000 },
  );
});
