import { hostileText } from '@bowerbird/catalog/testing/arbitrary-product';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { protectedCell, unprotectedCell } from './protection.ts';

it.each(['\n<p>Mug</p>', '\t5', '0017', '-5', '+49 170', '<p>=1</p>', 'a=b'])(
  'leaves %j as it is',
  (cell) => {
    expect(protectedCell(cell)).toBe(cell);
  },
);

it.each(['=1+1', '@SUM(A1)', '-Red', '+cmd|calc', '＝1', "'=1"])(
  'makes %j text for a spreadsheet',
  (cell) => {
    expect(protectedCell(cell)).toBe(`'${cell}`);
  },
);

it('gives every cell back exactly', () => {
  fc.assert(
    fc.property(hostileText, (cell) => {
      expect(unprotectedCell(protectedCell(cell))).toBe(cell);
    }),
    { numRuns: 1000 },
  );
});
