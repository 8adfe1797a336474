import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCsvRow, neutraliseCell } from './csv.ts';
import { hostileText } from './testing/arbitrary-product.ts';

it('quotes only what needs it', () => {
  expect(encodeCsvRow(['a b', "'0017", 'x,y', 'say "hi"', ''], '\n')).toBe(`a b,'0017,"x,y","say ""hi""",\n`);
});

describe('formulas', () => {
  it.each([
    '0017',
    '90.750',
    '1e10',
    '-5',
    '-5.50',
    '+49 170',
    '+1 (555) 010-9999',
    '-1e10',
    '-',
    "'0017",
    '<p>=1</p>',
    'a=b',
  ])('leaves %s as it is', (cell) => {
    expect(neutraliseCell(cell)).toBe(cell);
  });

  it.each(['=1+1', '@SUM(A1)', '+cmd|calc', '-A1', '-2+A1', '\t=1', '\r=1', '\n=1', '＝1+1', "'=1", '+e10'])(
    'makes %j harmless',
    (cell) => {
      expect(neutraliseCell(cell)).toBe(`'${cell}`);
    },
  );

  it('never leaves a cell that begins a formula, and changes no cell but by one apostrophe [asvs 1.1.2] [asvs 1.2.1]', () => {
    fc.assert(
      fc.property(hostileText, (cell) => {
        const written = neutraliseCell(cell);

        expect([cell, `'${cell}`]).toContain(written);
        expect(written).not.toMatch(/^[=@\t\r]|^[+-].*[a-df-z=|]/i);
      }),
      { numRuns: 1000 },
    );
  });
});
