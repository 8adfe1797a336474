import { isSame } from '@bowerbird/catalog/merge/same';
import { type GridCell, type GridEdit, gridMax } from '@bowerbird/contract/products/grid';
import { columnsOf, pathAt, storedAt } from './columns.ts';
import type { GridRow } from './rows.ts';
import { type Entry, everyRow, type GridState } from './state.ts';

/** The most cells that are sent at once. */
const cellsMax = 4000;

/**
 * Returns what can be saved, in parts that are sent one after the other. A product with a cell that is wrong, or in which
 * somebody else wrote, waits whole until that is settled.
 */
export function chunksOf(state: GridState): GridEdit[][] {
  const { edits } = state;
  const chunks: GridEdit[][] = [];
  let chunk: GridEdit[] = [];
  let size = 0;
  for (const [, own] of Map.groupBy(
    everyRow(state).filter(({ product }) => edits.has(product.id)),
    ({ product }) => product.id,
  )) {
    const [first] = own;
    const cells = first === undefined ? null : cellsOf(own, edits.get(first.product.id) ?? new Map());
    if (first === undefined || cells === null || cells.length === 0) {
      continue;
    }
    for (let at = 0; at < cells.length; at += cellsMax) {
      const part = cells.slice(at, at + cellsMax);
      if (chunk.length === gridMax.sent || at > 0 || (chunk.length > 0 && size + part.length > cellsMax)) {
        chunks.push(chunk);
        chunk = [];
        size = 0;
      }
      chunk.push({ id: first.product.id, revision: first.product.revision, cells: part });
      size += part.length;
    }
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}

/** Returns the cells of a product that are to be written; null where it has to wait. */
function cellsOf(rows: readonly GridRow[], entries: ReadonlyMap<string, Entry>): GridCell[] | null {
  const cells: GridCell[] = [];
  for (const row of rows) {
    for (const column of columnsOf(row)) {
      const path = pathAt(row, column);
      const entry = path === null ? undefined : entries.get(path);
      if (path === null || entry === undefined) {
        continue;
      }
      if ('wrong' in entry.entered || !isSame(entry.before, storedAt(row, column))) {
        return null;
      }
      cells.push({ path, before: entry.before, after: entry.entered.value });
    }
  }
  return cells;
}
