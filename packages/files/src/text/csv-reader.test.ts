import { encodeCsv } from '@bowerbird/catalog/csv';
import { hostileText } from '@bowerbird/catalog/testing/arbitrary-product';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvCutOff, CsvReader, type CsvRow, readCsv } from './csv-reader.ts';

const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(hostileText, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );
const lineEnd = fc.constantFrom('\r\n' as const, '\n' as const);
const filled = (rows: CsvRow[]) => rows.map(({ cells }) => cells).filter(({ length }) => length > 0);

function inPieces(text: string, size: number): CsvRow[] {
  const reader = new CsvReader();
  const rows: CsvRow[] = [];
  for (let from = 0; from < text.length; from += size) {
    rows.push(...reader.push(text.slice(from, from + size)));
  }
  return rows.concat(reader.end());
}

it('what we write is read by another CSV program as it was meant', () => {
  fc.assert(
    fc.property(table, lineEnd, fc.boolean(), (rows, end, byteOrderMark) => {
      const text = encodeCsv(rows, { end, byteOrderMark });

      expect(parse(text, { bom: byteOrderMark, record_delimiter: end })).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

it('gives back what was written, in chunks of any size', () => {
  fc.assert(
    fc.property(table, lineEnd, fc.boolean(), fc.integer({ min: 1, max: 9 }), (rows, end, mark, size) => {
      const text = encodeCsv(rows, { end, byteOrderMark: mark });

      expect(filled(inPieces(text, size))).toEqual(rows);
      expect(filled(readCsv(text))).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

it('agrees with another CSV program on 10,000 texts that nobody wrote for it, and gives each back or refuses it', {
  tags: ['slow'],
}, () => {
  const odd = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', 'é'), maxLength: 24 });
  let [same, refused] = [0, 0];
  fc.assert(
    fc.property(odd, fc.integer({ min: 1, max: 9 }), (text, size) => {
      let rows: CsvRow[];
      try {
        rows = inPieces(text, size);
        same += 1;
      } catch (thrown) {
        refused += 1;
        expect(thrown).toBeInstanceOf(CsvCutOff);
        return;
      }
      expect(rows.map((row) => row.text).join('')).toBe(text);
      let expected: string[][];
      try {
        expected = parse(text, {
          relax_column_count: true,
          record_delimiter: ['\r\n', '\n'],
          skip_empty_lines: true,
        });
      } catch {
        // What the strict parser rejects, ours reads as well as it can and names.
        return;
      }
      expect(filled(rows)).toEqual(expected);
    }),
    { numRuns: 10_000 },
  );
  expect(Math.min(same, refused)).toBeGreaterThan(500);
});

it('keeps rows of the wrong length apart, so that the fault can be named by its row', () => {
  const rows = readCsv('a,b,c\n1,2\n\n3,4,5,6\r\n7,8,9');

  expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
    [1, ['a', 'b', 'c']],
    [2, ['1', '2']],
    [3, []],
    [4, ['3', '4', '5', '6']],
    [5, ['7', '8', '9']],
  ]);
});

describe('what is wrong in a file is named by its place', () => {
  it('an open quote by its row, after all rows before it', () => {
    const reader = new CsvReader();

    expect(reader.push('a,b\n1,2\n3,"4\n5,6\n')).toHaveLength(2);
    expect(() => reader.end()).toThrow(new CsvCutOff(3));
  });

  it.each([
    ['a,"b"c,d\n', [{ place: 1, kind: 'text-after-quote' }]],
    ['a\0,b\n', [{ place: 0, kind: 'nul' }]],
    ['a,12" pan,b\n', []],
  ])('%j', (text, defects) => {
    expect(readCsv(text)[0]?.notes).toEqual(defects);
  });

  it('a quote that is never closed does not fill the memory', () => {
    const reader = new CsvReader();
    const chunk = 'x'.repeat(4 << 20);
    reader.push('a,b\n"');

    expect(() => {
      for (let count = 0; count < 40; count += 1) {
        reader.push(chunk);
      }
    }).toThrow(new CsvCutOff(2));
  });
});

it('reads files of spreadsheets that separate by semicolons, and of old programs that end rows by CR', () => {
  expect(filled(readCsv('a;b\n"1;2";3,5\n', { separator: ';' }))).toEqual([
    ['a', 'b'],
    ['1;2', '3,5'],
  ]);
  expect(filled(readCsv('a,b\r1,"2\r3"\r', { newline: '\r' }))).toEqual([
    ['a', 'b'],
    ['1', '2\r3'],
  ]);
});
