import { columnsOf } from './columns.ts';
import { entryAt, everyRow, type GridState, isMeanwhile } from './state.ts';

/** How much was entered. */
export interface Counted {
  cells: number;
  products: number;
  /** Cells with an error, and cells in which somebody else wrote. */
  wrong: number;
  meanwhile: number;
  /** Products with such a cell, which wait until it is settled. */
  waiting: number;
}

export function countEdits(state: GridState): Counted {
  const { edits } = state;
  const counted: Counted = { cells: 0, products: 0, wrong: 0, meanwhile: 0, waiting: 0 };
  const waiting = new Set<string>();
  if (edits.size === 0) {
    return counted;
  }
  counted.products = edits.size;
  for (const row of everyRow(state)) {
    const entries = edits.get(row.product.id);
    if (entries === undefined) {
      continue;
    }
    for (const column of columnsOf(row)) {
      const entry = entryAt(edits, row, column);
      if (entry === undefined) {
        continue;
      }
      const isWrong = 'wrong' in entry.entered;
      const isOther = isMeanwhile(entry, row, column);
      counted.cells += 1;
      counted.wrong += isWrong || entry.refused !== undefined ? 1 : 0;
      counted.meanwhile += isOther ? 1 : 0;
      if (isWrong || isOther) {
        waiting.add(row.product.id);
      }
    }
  }
  return { ...counted, waiting: waiting.size };
}
