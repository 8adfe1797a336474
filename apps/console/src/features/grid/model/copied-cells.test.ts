import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainWords } from '../testing.ts';
import { textOf } from './cell-text.ts';
import { gridColumns, storedAt } from './columns.ts';
import { paste } from './paste.ts';
import { enter } from './state.ts';
import { range, rowAt, shirt, shown, three, viewOf } from './testing/three-products.ts';
import { readTsv, writeTsv } from './tsv.ts';

describe('cells copied to and from a spreadsheet program', () => {
  it('come back as they were, whatever they contain', () => {
    const law = fc.property(
      fc
        .nat({ max: 5 })
        .chain((width) =>
          fc.array(fc.array(fc.string(), { minLength: width + 1, maxLength: width + 1 }), { minLength: 1 }),
        ),
      (rows) => {
        const plain = rows.map((row) => row.map((cell) => cell.replaceAll(/\r\n?/g, '\n')));
        // A last row of one empty cell is no row, as in every spreadsheet program.
        fc.pre(plain.length === 1 || plain.at(-1)?.join('') !== '' || (plain[0]?.length ?? 0) > 1);
        expect(readTsv(writeTsv(plain))).toEqual(plain);
      },
    );
    fc.assert(law);
  });

  it.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"two\nlines"\tx', [['two\nlines', 'x']]],
    ['"say ""hi"""', [['say "hi"']]],
    ['5" pipe\t"open', [['5" pipe', '"open']]],
    [
      'a\tb\nc',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['', [['']]],
  ])('reads %j', (pasted, rows) => {
    expect(readTsv(pasted)).toEqual(rows);
  });

  it('change nothing where they are pasted back', () => {
    const view = viewOf(three);
    const all = range(0, 'title', three.rows.length - 1, 'taxable');
    const copied = three.rows.map((row) =>
      gridColumns.map((each) => textOf(each, storedAt(row, each), plainWords)),
    );

    const pasted = enter(three, paste(view, all, readTsv(writeTsv(copied))).texts, plainWords);

    expect(pasted).toBe(three);
  });

  it('are shown afterwards as they were pasted, where they are right', () => {
    const block = [
      ['9.50', '12'],
      ['8.25', '11'],
    ];
    const { texts } = paste(viewOf(three), range(1, 'price', 1), block);
    expect(texts).toHaveLength(2 * 2);

    const pasted = enter(
      three,
      paste(viewOf(three), range(1, 'cost'), [
        ['9.50', '7'],
        ['8.25', '-4'],
      ]).texts,
      plainWords,
    );

    expect([1, 2].map((row) => [shown(pasted, row, 'cost'), shown(pasted, row, 'stock')])).toEqual([
      ['9.50', '7'],
      ['8.25', '-4'],
    ]);
  });
});

describe('a pasted block', () => {
  it('goes onto the rows that a filter leaves, and nowhere else', () => {
    const rows = [rowAt(three, 0), rowAt(three, 3)];
    const { texts, left } = paste(viewOf(three, rows), range(0, 'price'), [['1'], ['2'], ['3']]);
    const state = enter(three, texts, plainWords);

    expect([0, 1, 2, 3].map((row) => shown(state, row, 'price'))).toEqual(['1.00', '10.00', '10.00', '2.00']);
    expect(left).toBe(1);
  });

  it('passes over cells that a row does not have, and says how many texts had no place', () => {
    const { texts, left } = paste(viewOf(three), range(0, 'title'), [['A'], ['B'], ['C']]);
    expect(texts.map(({ row, text }) => [row.product.id === shirt.id, text])).toEqual([
      [true, 'A'],
      [false, 'C'],
    ]);
    expect(left).toBe(1);
  });

  it('is repeated in a range that is a multiple of it', () => {
    const { texts } = paste(viewOf(three), range(0, 'price', 3, 'compareAtPrice'), [
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(texts.map(({ text }) => text)).toEqual(['1', '2', '3', '4', '1', '2', '3', '4']);
  });
});
