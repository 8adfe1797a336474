import type { GridProduct } from '@bowerbird/contract/products/grid';
import { gridProduct, gridVariant, plainWords } from '../../testing.ts';
import { type ColumnId, type GridColumn, gridColumns } from '../columns.ts';
import type { View } from '../paste.ts';
import type { Range } from '../range.ts';
import type { VariantRow } from '../rows.ts';
import {
  type CellText,
  emptyState,
  enter,
  entryAt,
  type GridState,
  shownText,
  withProducts,
} from '../state.ts';

export const shirt = gridProduct(1, {
  title: 'Shirt',
  tags: ['summer', 'a, b', ' odd "one"'],
  categories: [['Home', 'A > B'], ['New; in']],
  variants: [
    gridVariant({ id: 'v1', optionValues: ['S'], sku: 'S-1', weight: { value: '1.2', unit: 'kg' } }),
    gridVariant({ id: 'v2', optionValues: ['M'], sku: 'S-2', stock: 3 }),
  ],
});

/** Returns a grid with these products, in which nothing is entered. */
export function stateOf(...products: GridProduct[]): GridState {
  return withProducts(emptyState, products);
}

/** A shirt with two variants, then two mugs: four rows. */
export const three = stateOf(shirt, gridProduct(2), gridProduct(3));

/** Returns the row at this place, which must exist. */
export function rowAt({ rows }: GridState, place: number): VariantRow {
  return existing(rows[place]);
}

/** Returns the column with this id. */
export function column(id: ColumnId): GridColumn {
  return existing(gridColumns.find((each) => each.id === id));
}

function existing<Of>(found: Of | undefined): Of {
  if (found === undefined) {
    throw new Error('nothing is there');
  }
  return found;
}

/** Returns all columns with these rows, or with every row of the grid. */
export function viewOf(state: GridState, rows = state.rows): View {
  return { rows, columns: gridColumns };
}

/** Returns a text for one cell. */
export function at(state: GridState, row: number, id: ColumnId, text: string): CellText {
  return { row: rowAt(state, row), column: column(id), text };
}

/** Enters a text into one cell. */
export function put(state: GridState, row: number, id: ColumnId, text: string): GridState {
  return enter(state, [at(state, row, id, text)], plainWords);
}

/** Returns what a cell shows. */
export function shown(state: GridState, place: number, id: ColumnId): string {
  const row = rowAt(state, place);
  return shownText(entryAt(state.edits, row, column(id)), row, column(id), plainWords);
}

/** Returns the range between two cells, or one cell alone. */
export function range(top: number, left: ColumnId, bottom = top, right = left): Range {
  return {
    anchor: { row: top, column: gridColumns.indexOf(column(left)) },
    focus: { row: bottom, column: gridColumns.indexOf(column(right)) },
  };
}
