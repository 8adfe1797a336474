import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCsv, encodeCsvRow, neutraliseCell, restoreCell } from './csv.ts';
import { CsvCutOff, CsvReader, readCsv } from './csv-reader.ts';
import { hostileText } from './testing/arbitrary-product.ts';

const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(hostileText, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );
const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);
const lineEnd = fc.constantFrom('\r\n' as const, '\n' as const);

describe('writing', () => {
  it('is read by another CSV program as it was meant', () => {
    fc.assert(
      fc.property(table, lineEnd, fc.boolean(), (rows, end, byteOrderMark) => {
        const text = encodeCsv(rows, { end, byteOrderMark });

        expect(parse(text, { bom: byteOrderMark, record_delimiter: end })).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  it('quotes only what needs it', () => {
    expect(encodeCsvRow(['a b', "'0017", 'x,y', 'say "hi"', ''], '\n')).toBe(
      `a b,'0017,"x,y","say ""hi""",\n`,
    );
  });
});

describe('reading', () => {
  it('gives back what was written, in chunks of any size', () => {
    fc.assert(
      fc.property(
        table,
        lineEnd,
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (rows, end, byteOrderMark, size) => {
          const text = encodeCsv(rows, { end, byteOrderMark });
          const reader = new CsvReader();
          const read = [];
          for (let from = 0; from < text.length; from += size) {
            read.push(...reader.push(text.slice(from, from + size)));
          }
          read.push(...reader.end());

          expect(read.map(({ cells }) => cells)).toEqual(rows);
          expect(cellsOf(text)).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('agrees with another CSV program on text that nobody wrote for it', () => {
    const odd = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' '), maxLength: 24 });
    fc.assert(
      fc.property(odd, (text) => {
        let expected: string[][];
        try {
          expected = parse(text, {
            relax_column_count: true,
            record_delimiter: ['\r\n', '\n'],
            skip_empty_lines: true,
          });
        } catch {
          // What the strict parser rejects, our parser reads as well as it can, or reports as cut off.
          return;
        }
        expect(cellsOf(text)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps rows of the wrong length apart, so that the fault can be named by its row', () => {
    const rows = readCsv('a,b,c\n1,2\n\n3,4,5,6\r\n7,8,9');

    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b', 'c'] },
      { number: 2, cells: ['1', '2'] },
      { number: 4, cells: ['3', '4', '5', '6'] },
      { number: 5, cells: ['7', '8', '9'] },
    ]);
  });

  it('says in which row a quote was left open, and gives all rows before it', () => {
    const reader = new CsvReader();

    const rows = reader.push('a,b\n1,2\n3,"4\n5,6\n');

    expect(rows).toHaveLength(2);
    expect(() => reader.end()).toThrow(new CsvCutOff(3));
  });

  it('reads files of spreadsheets that separate by semicolons', () => {
    expect(readCsv('a;b\n"1;2";3,5\n', ';').map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1;2', '3,5'],
    ]);
  });
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
    expect(restoreCell(cell)).toBe(cell);
  });

  it.each(['=1+1', '@SUM(A1)', '+cmd|calc', '-A1', '-2+A1', '\t=1', '\r=1', '\n=1', '＝1+1', "'=1", '+e10'])(
    'makes %j harmless',
    (cell) => {
      expect(neutraliseCell(cell)).toBe(`'${cell}`);
    },
  );

  it('gives back every cell exactly, and never leaves one that begins a formula [asvs 1.1.2] [asvs 1.2.1]', () => {
    fc.assert(
      fc.property(hostileText, (cell) => {
        const written = neutraliseCell(cell);

        expect(restoreCell(written)).toBe(cell);
        expect(written).not.toMatch(/^[=@\t\r]|^[+-].*[a-df-z=|]/i);
      }),
      { numRuns: 1000 },
    );
  });

  it("gives back another program's row byte for byte when nobody edited it", () => {
    fc.assert(
      fc.property(hostileText, (cell) => {
        // A bare formula from another program gets an apostrophe on the way out; every other cell comes back unchanged.
        const again = neutraliseCell(restoreCell(cell));

        expect([cell, `'${cell}`]).toContain(again);
        expect(neutraliseCell(restoreCell(again))).toBe(again);
      }),
    );
  });
});
