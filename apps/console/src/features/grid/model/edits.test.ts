import { isSame } from '@bowerbird/catalog/merge/same';
import type { GridProduct, GridResult } from '@bowerbird/contract/products/grid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridProduct, plainWords } from '../testing.ts';
import { chunksOf } from './chunks.ts';
import { type GridColumn, gridColumns } from './columns.ts';
import { countEdits } from './count.ts';
import { isSearch, replaced } from './find.ts';
import { cellsIn } from './paste.ts';
import { boxOf } from './range.ts';
import { withResults } from './results.ts';
import { clear, enter, entryAt, type GridState, isMeanwhile, redo, settle, undo } from './state.ts';
import {
  at,
  column,
  put,
  range,
  rowAt,
  shirt,
  shown,
  stateOf,
  three,
  viewOf,
} from './testing/three-products.ts';

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

describe('what was entered', () => {
  it('is taken back by undo and done again by redo, whatever it was', () => {
    const law = fc.property(fc.array(fc.array(anyEntry, { maxLength: 8 }), { maxLength: 6 }), (actions) => {
      const states = [three];
      for (const entries of actions) {
        const last = states.at(-1) ?? three;
        const next = entering(last, entries);
        if (next !== last) {
          states.push(next);
        }
      }
      let state = states.at(-1) ?? three;
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
