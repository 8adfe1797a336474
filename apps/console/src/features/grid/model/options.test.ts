import type { GridResult } from '@bowerbird/contract/products/grid';
import { describe, expect, it } from 'vitest';
import { gridProduct, gridVariant, plainWords } from '../testing.ts';
import { chunksOf } from './chunks.ts';
import { type ColumnId, nameAt, optionColumns, pathAt } from './columns.ts';
import { countEdits } from './count.ts';
import { paste } from './paste.ts';
import { withResults } from './results.ts';
import { rowName } from './rows.ts';
import { emptyState, enter, entryAt, type GridState, isMeanwhile, withProducts } from './state.ts';

const shirt = gridProduct(1, {
  title: 'Shirt',
  options: [
    { name: 'Color', values: ['Navy', 'Blue'] },
    { name: 'Size', values: ['S'] },
  ],
  variants: [
    gridVariant({ id: 'v1', optionValues: ['Navy', 'S'] }),
    gridVariant({ id: 'v2', optionValues: ['Blue', 'S'] }),
  ],
});
const start = withProducts(emptyState, [shirt, gridProduct(2)]);

function columnOf(id: ColumnId) {
  const column = optionColumns.find((each) => each.id === id);
  if (column === undefined) {
    throw new Error(`no column ${id}`);
  }
  return column;
}

function rowOf(state: GridState, at: number) {
  const row = state.valueRows[at];
  if (row === undefined) {
    throw new Error(`no row ${at}`);
  }
  return row;
}

const put = (state: GridState, at: number, id: ColumnId, text: string) =>
  enter(state, [{ row: rowOf(state, at), column: columnOf(id), text }], plainWords);
const renamed = put(put(start, 0, 'value', 'Marine'), 2, 'option', 'Fit');

describe('rows of option values', () => {
  it('name the product, the option and the number of its variants, and have the option in its first row', () => {
    const seen = start.valueRows.map((row) => optionColumns.map((column) => nameAt(row, column)));

    expect(seen).toEqual([
      ['Shirt', null, null, '1'],
      ['Color / Blue', null, null, '1'],
      ['Size / S', null, null, '2'],
    ]);
    expect(start.valueRows.map(rowName)).toEqual(['Color / Navy', 'Color / Blue', 'Size / S']);
    expect(start.valueRows.map((row) => optionColumns.map((column) => pathAt(row, column)))).toEqual([
      [null, 'options/0/name', 'options/0/values/0', null],
      [null, null, 'options/0/values/1', null],
      [null, 'options/1/name', 'options/1/values/0', null],
    ]);
  });

  it('are counted and sent with the cells of the variants, and cannot be empty', () => {
    expect(countEdits(renamed)).toMatchObject({ cells: 2, products: 1, wrong: 0 });
    expect(chunksOf(renamed)).toEqual([
      [
        {
          id: shirt.id,
          revision: 1,
          cells: [
            { path: 'options/0/values/0', before: 'Navy', after: 'Marine' },
            { path: 'options/1/name', before: 'Size', after: 'Fit' },
          ],
        },
      ],
    ]);
    const empty = put(renamed, 1, 'value', ' ');
    expect(countEdits(empty)).toMatchObject({ cells: 3, wrong: 1, waiting: 1 });
    expect(chunksOf(empty)).toEqual([]);
  });

  it('take a pasted block, but neither into their names nor where the option has no cell', () => {
    const view = { rows: start.valueRows, columns: optionColumns };
    const range = { anchor: { row: 0, column: 1 }, focus: { row: 0, column: 1 } };

    const { texts, left } = paste(view, range, [
      ['Colour', 'Marine'],
      ['Colour', 'Sky'],
      ['Fit', 'Small'],
    ]);

    expect(texts.map(({ text }) => text)).toEqual(['Colour', 'Marine', 'Sky', 'Fit', 'Small']);
    expect(left).toBe(1);
  });

  it('show at their cell what somebody else wrote, and drop what was entered where no cell is left', () => {
    const answered = (options: (typeof shirt)['options']): GridResult => ({
      id: shirt.id,
      outcome: 'meanwhile',
      product: { ...shirt, revision: 2, options },
      rejected: [],
      meanwhile: [],
      by: null,
    });

    const other = withResults(
      renamed,
      [answered([{ name: 'Color', values: ['Sea', 'Blue'] }, ...shirt.options.slice(1)])],
      [shirt.id],
    );
    const [row, column] = [rowOf(other, 0), columnOf('value')];
    expect(isMeanwhile(entryAt(other.edits, row, column), row, column)).toBe(true);

    const gone = withResults(renamed, [answered(shirt.options.slice(0, 1))], [shirt.id]);
    expect([...(gone.edits.get(shirt.id)?.keys() ?? [])]).toEqual(['options/0/values/0']);
  });
});
