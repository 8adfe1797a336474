import { isSame } from '@bowerbird/catalog/merge/same';
import type { GridProduct, GridResult } from '@bowerbird/contract/products/grid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridProduct, gridVariant, plainWords } from '../testing.ts';
import { readText, textOf } from './cell-text.ts';
import { chunksOf } from './chunks.ts';
import { type ColumnId, type GridColumn, gridColumns, storedAt } from './columns.ts';
import { countEdits } from './count.ts';
import { isSearch, replaced } from './find.ts';
import { cellsIn, paste, type View } from './paste.ts';
import { boxOf } from './range.ts';
import { withResults } from './results.ts';
import {
  type CellText,
  clear,
  emptyState,
  enter,
  entryAt,
  type GridState,
  isMeanwhile,
  redo,
  settle,
  shownText,
  undo,
  withProducts,
} from './state.ts';
import { readTsv, writeTsv } from './tsv.ts';

function at0<Of>(list: readonly Of[]): Of {
  const [first] = list;
  if (first === undefined) {
    throw new Error('nothing is there');
  }
  return first;
}
const rowAt = (state: GridState, row: number) => at0(state.rows.slice(row));
const column = (id: ColumnId): GridColumn => gridColumns.find((each) => each.id === id) ?? at0(gridColumns);
const stateOf = (...products: GridProduct[]) => withProducts(emptyState, products);
const shirt = gridProduct(1, {
  title: 'Shirt',
  tags: ['summer', 'a, b', ' odd "one"'],
  categories: [['Home', 'A > B'], ['New; in']],
  variants: [
    gridVariant({ id: 'v1', optionValues: ['S'], sku: 'S-1', weight: { value: '1.2', unit: 'kg' } }),
    gridVariant({ id: 'v2', optionValues: ['M'], sku: 'S-2', stock: 3 }),
  ],
});
const three = stateOf(shirt, gridProduct(2), gridProduct(3));
const viewOf = (state: GridState, rows = state.rows): View => ({ rows, columns: gridColumns });
const at = (state: GridState, row: number, id: ColumnId, text: string): CellText => ({
  row: rowAt(state, row),
  column: column(id),
  text,
});
const put = (state: GridState, row: number, id: ColumnId, text: string) =>
  enter(state, [at(state, row, id, text)], plainWords);
const shown = (state: GridState, row: number, id: ColumnId) =>
  shownText(entryAt(state.edits, rowAt(state, row), column(id)), rowAt(state, row), column(id), plainWords);
const range = (top: number, left: ColumnId, bottom = top, right = left) => ({
  anchor: { row: top, column: gridColumns.indexOf(column(left)) },
  focus: { row: bottom, column: gridColumns.indexOf(column(right)) },
});

/** Texts that a person or a spreadsheet could enter. */
const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    '12',
    '19.90',
    '1,5',
    '-3',
    '2 kg',
    'Yes',
    'draft',
    'a, b',
    '"x"',
    'A > B; C',
    '\t',
    '\n',
  ),
);
const anyEntry = fc.record({
  row: fc.nat({ max: three.rows.length - 1 }),
  column: fc.constantFrom(...gridColumns),
  text: anyText,
});
const entering = (state: GridState, entries: { row: number; column: GridColumn; text: string }[]) =>
  enter(
    state,
    entries.map((entry) => ({ ...entry, row: rowAt(state, entry.row) })),
    plainWords,
  );

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

describe('what was entered', () => {
  it('is taken back by undo and done again by redo, whatever it was', () => {
    const law = fc.property(fc.array(fc.array(anyEntry, { maxLength: 8 }), { maxLength: 6 }), (actions) => {
      const states = [three];
      for (const entries of actions) {
        const last = at0(states.toReversed());
        const next = entering(last, entries);
        if (next !== last) {
          states.push(next);
        }
      }
      let state = at0(states.toReversed());
      for (const earlier of states.toReversed().slice(1)) {
        state = undo(state);
        expect(state.edits).toEqual(earlier.edits);
      }
      expect(undo(state)).toBe(state);
      for (const later of states.slice(1)) {
        state = redo(state);
        expect(state.edits).toEqual(later.edits);
      }
    });
    fc.assert(law, { numRuns: 60 });
  });

  it('is what the cell shows, as entered where it is wrong', () => {
    const state = put(put(three, 0, 'price', 'cheap'), 1, 'price', '7');
    expect([shown(state, 0, 'price'), shown(state, 1, 'price')]).toEqual(['cheap', '7.00']);
    expect(countEdits(state)).toEqual({ cells: 2, products: 1, wrong: 1, meanwhile: 0, waiting: 1 });
  });

  it('is nothing where it is what is stored', () => {
    const changed = put(three, 0, 'title', 'Blouse');
    expect(put(changed, 0, 'title', 'Shirt').edits.size).toBe(0);
    expect(put(three, 0, 'title', 'Shirt')).toBe(three);
  });

  it('empties cells, but no choice that cannot be empty', () => {
    const cells = cellsIn(viewOf(three), boxOf(range(0, 'status', 0, 'price')));
    const state = clear(three, cells, plainWords);
    expect([shown(state, 0, 'status'), shown(state, 0, 'sku'), shown(state, 0, 'price')]).toEqual([
      'draft',
      '',
      '',
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

describe('finding and replacing', () => {
  const cells = ['Red mug', 'red cup', 'Blue'].map((text, row) => at(three, row, 'title', text));
  const texts = (search: Parameters<typeof replaced>[1], replaceWith: string) =>
    replaced(cells, search, replaceWith).cells.map(({ text }) => text);

  it('replaces words as they are written, with or without case', () => {
    expect(texts({ find: 'red', ignoreCase: true, isPattern: false }, '$1')).toEqual(['$1 mug', '$1 cup']);
    expect(texts({ find: 'red', ignoreCase: false, isPattern: false }, 'Green')).toEqual(['Green cup']);
  });

  it('replaces by a pattern with its groups', () => {
    expect(texts({ find: '(\\w+) (\\w+)', ignoreCase: false, isPattern: true }, '$2, $1')).toEqual([
      'mug, Red',
      'cup, red',
    ]);
  });

  it('takes no pattern that could take for ever, and ends on texts built to hang one', () => {
    expect(isSearch({ find: '(?=a)', ignoreCase: false, isPattern: true })).toBe(false);
    const hang = [at(three, 0, 'title', 'a'.repeat(1000))];
    expect(replaced(hang, { find: '(a+)+$', ignoreCase: false, isPattern: true }, 'b').isCut).toBe(false);
  });
});

describe('saving', () => {
  const resultFor = (product: GridProduct, fields: Partial<GridResult> = {}): GridResult => ({
    id: product.id,
    outcome: 'changed',
    product,
    rejected: [],
    meanwhile: [],
    by: null,
    ...fields,
  });

  it('sends cells with what they held, and keeps products that wait', () => {
    const state = put(put(put(three, 0, 'title', 'Blouse'), 1, 'stock', '5'), 2, 'price', 'cheap');
    expect(chunksOf(state)).toEqual([
      [
        {
          id: shirt.id,
          revision: 1,
          cells: [
            { path: 'title', before: 'Shirt', after: 'Blouse' },
            { path: 'variants/v2/stock', before: 3, after: 5 },
          ],
        },
      ],
    ]);
  });

  it('sends many products in parts, and each of them once', () => {
    const many = stateOf(...Array.from({ length: 600 }, (_, number) => gridProduct(number)));
    const state = enter(
      many,
      many.rows.map((row) => ({ row, column: column('price'), text: '3' })),
      plainWords,
    );
    const chunks = chunksOf(state);
    expect(chunks.map(({ length }) => length)).toEqual([250, 250, 100]);
    expect(new Set(chunks.flat().map(({ id }) => id)).size).toBe(600);
  });

  it('forgets what was stored, names what was refused, and shows what others wrote', () => {
    const [, second, third] = three.products as [GridProduct, GridProduct, GridProduct];
    const entered = put(put(put(three, 0, 'title', 'Blouse'), 2, 'title', 'Mine'), 3, 'handle', 'taken');
    const state = withResults(
      entered,
      [
        resultFor({ ...shirt, revision: 2, title: 'Blouse' }),
        resultFor({ ...second, revision: 2, title: 'Theirs' }, { outcome: 'meanwhile' }),
        resultFor(third, {
          outcome: 'rejected',
          rejected: [{ path: 'handle', code: 'product.too-long', params: {} }],
        }),
      ],
      three.products.map(({ id }) => id),
    );

    expect(countEdits(state)).toEqual({ cells: 2, products: 2, wrong: 1, meanwhile: 1, waiting: 1 });
    expect(shown(state, 0, 'title')).toBe('Blouse');
    const cell = { row: rowAt(state, 2), column: column('title') };
    expect(isMeanwhile(entryAt(state.edits, cell.row, cell.column), cell.row, cell.column)).toBe(true);
    const mine = settle(state, [cell], 'mine');
    expect(chunksOf(mine)[0]?.[0]?.cells).toEqual([{ path: 'title', before: 'Theirs', after: 'Mine' }]);
    const theirs = settle(state, [cell], 'theirs');
    expect(shown(theirs, 2, 'title')).toBe('Theirs');
  });

  it('lets go of products that exist no longer', () => {
    const state = withResults(put(three, 0, 'title', 'Blouse'), [], [shirt.id]);
    expect([state.products.length, state.rows.length, state.edits.size]).toEqual([2, 2, 0]);
    expect(isSame(state.edits, new Map())).toBe(true);
  });
});
