import { type GridColumn, storedAt } from './columns.ts';
import { type Box, boxOf, type Range } from './range.ts';
import type { GridRow } from './rows.ts';
import type { CellText } from './state.ts';

/** The rows and columns that are shown, in their order. */
export interface View {
  rows: readonly GridRow[];
  columns: readonly GridColumn[];
}

/** Where a pasted block goes. */
export interface Pasted {
  texts: CellText[];
  /** The cells that it covers. */
  box: Box;
  /** Pasted cells that are not empty and have no place: beyond the last row or column, or where a row has no such cell. */
  left: number;
}

/**
 * Lays a block of texts onto the cells that are shown, from the first cell of the range on: rows that a filter hides get
 * nothing. One text goes into every cell of the range, and a block is repeated where the range is a multiple of it.
 */
export function paste(view: View, range: Range, block: readonly (readonly string[])[]): Pasted {
  const { top, left, bottom, right } = boxOf(range);
  const height = block.length;
  const width = block[0]?.length ?? 0;
  const wanted = { rows: bottom - top + 1, columns: right - left + 1 };
  const isMultiple = wanted.rows % height === 0 && wanted.columns % width === 0;
  const rows = isMultiple ? wanted.rows : height;
  const columns = isMultiple ? wanted.columns : width;
  const pasted: Pasted = {
    texts: [],
    box: {
      top,
      left,
      bottom: Math.min(view.rows.length, top + rows) - 1,
      right: Math.min(view.columns.length, left + columns) - 1,
    },
    left: 0,
  };
  for (let down = 0; down < rows; down += 1) {
    for (let across = 0; across < columns; across += 1) {
      const text = block[down % height]?.[across % width] ?? '';
      const row = view.rows[top + down];
      const column = view.columns[left + across];
      if (row && column && storedAt(row, column) !== undefined) {
        pasted.texts.push({ row, column, text });
      } else if (text !== '' && column?.kind !== 'name') {
        pasted.left += 1;
      }
    }
  }
  return pasted;
}

/** Returns the cells of a box that exist, row by row. */
export function cellsIn(
  { rows, columns }: View,
  { top, bottom, left, right }: Box,
): Omit<CellText, 'text'>[] {
  const chosen = columns.slice(left, right + 1);
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) => chosen.map((column) => ({ row, column })))
    .filter(({ row, column }) => storedAt(row, column) !== undefined);
}
