import type { GridResult } from '@bowerbird/contract/products/grid';
import { columnsOf, pathAt } from './columns.ts';
import { rowsOf, valueRowsOf } from './rows.ts';
import { type Entry, entriesOf, everyRow, type GridState } from './state.ts';

/**
 * Takes over what the server answered: products are as they are stored now, and what was stored is entered no longer.
 * Products of `sent` without a result exist no longer. Nothing can be undone across it: the saved cells have an undo of
 * their own.
 */
export function withResults(
  state: GridState,
  results: readonly GridResult[],
  sent: readonly string[],
): GridState {
  const answered = new Map(results.map((result) => [result.id, result]));
  const gone = new Set(sent.filter((id) => !answered.has(id)));
  const edits = new Map(state.edits);
  for (const id of sent) {
    const result = answered.get(id);
    if (result === undefined || result.outcome === 'changed' || result.outcome === 'unchanged') {
      const left = [...entriesOf(edits, id)].filter(([, { entered }]) => 'wrong' in entered && !gone.has(id));
      if (left.length > 0) {
        edits.set(id, new Map(left));
      } else {
        edits.delete(id);
      }
    } else if (result.outcome === 'rejected') {
      edits.set(id, withRefusals(entriesOf(edits, id), result.rejected));
    }
  }
  const products = state.products
    .filter(({ id }) => !gone.has(id))
    .map((product) => answered.get(product.id)?.product ?? product);
  const next: GridState = {
    products,
    rows: rowsOf(products),
    valueRows: valueRowsOf(products),
    edits,
    past: [],
    future: [],
  };
  return { ...next, edits: withoutGone(next, sent) };
}

/** Drops what was entered into cells of these products that exist no longer: nobody could see or correct it. */
function withoutGone(state: GridState, ids: readonly string[]): GridState['edits'] {
  const edits = new Map(state.edits);
  const open = new Set(ids.filter((id) => edits.has(id)));
  const paths = new Map([...open].map((id) => [id, new Set<string | null>()]));
  for (const row of open.size === 0 ? [] : everyRow(state)) {
    const own = paths.get(row.product.id);
    for (const column of own === undefined ? [] : columnsOf(row)) {
      own?.add(pathAt(row, column));
    }
  }
  for (const [id, known] of paths) {
    const left = [...entriesOf(edits, id)].filter(([path]) => known.has(path));
    if (left.length > 0) {
      edits.set(id, new Map(left));
    } else {
      edits.delete(id);
    }
  }
  return edits;
}

function withRefusals(
  entries: ReadonlyMap<string, Entry>,
  rejected: GridResult['rejected'],
): ReadonlyMap<string, Entry> {
  const next = new Map(entries);
  for (const { path, code, params } of rejected) {
    // An issue of the whole product is shown at the first cell that was entered.
    const at = next.has(path) ? path : ([...next.keys()][0] ?? '');
    const entry = next.get(at);
    if (entry) {
      next.set(at, { ...entry, refused: { code, params } });
    }
  }
  return next;
}
