import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { array, safeParse, string } from 'zod/mini';
import { personalName } from '../../lib/person/window-person.ts';
import { type ColumnId, columnsOf, gridColumns, optionColumns, type Sheet } from './model/columns.ts';
import type { View } from './model/paste.ts';
import { type GridRow, isVariantRow, keyOfRow, rowName } from './model/rows.ts';
import { entryAt, everyRow, type GridState, isOpen } from './model/state.ts';

/** Which rows are shown: all, those in which something was entered, or those with an error or a conflict. */
export const rowKinds = ['all', 'changed', 'open'] as const;

export interface RowFilter {
  text: string;
  kind: (typeof rowKinds)[number];
}

export const noFilter: RowFilter = { text: '', kind: 'all' };

/**
 * Returns the rows and columns that are shown. Rows are chosen when the filter is, and stay: a row does not vanish under
 * the hand that changes it.
 */
export function useView(state: GridState, sheet: Sheet, hidden: ReadonlySet<ColumnId>) {
  const [filter, setFilter] = useState<RowFilter & { chosen: ReadonlySet<string> | null }>({
    ...noFilter,
    chosen: null,
  });
  const rows: readonly GridRow[] = sheet === 'variants' ? state.rows : state.valueRows;
  const { text, chosen } = filter;
  const shown = useMemo(() => {
    const asked = text.trim().toLocaleLowerCase();
    return asked === '' && chosen === null
      ? rows
      : rows.filter((row) => (chosen === null || chosen.has(keyOfRow(row))) && matches(row, asked));
  }, [rows, text, chosen]);
  const columns = useMemo(
    () => (sheet === 'variants' ? gridColumns.filter(({ id }) => !hidden.has(id)) : optionColumns),
    [sheet, hidden],
  );
  const view: View = useMemo(() => ({ rows: shown, columns }), [shown, columns]);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const choose = useCallback(
    (next: RowFilter) =>
      setFilter((held) => ({
        ...next,
        chosen: next.kind === held.kind ? held.chosen : chosenRows(latest.current, next.kind),
      })),
    [],
  );
  return { view, filter, choose };
}

function chosenRows(state: GridState, kind: RowFilter['kind']): ReadonlySet<string> | null {
  if (kind === 'all') {
    return null;
  }
  const needs = (row: GridRow) =>
    columnsOf(row).some((column) => {
      const entry = entryAt(state.edits, row, column);
      return kind === 'changed' ? entry !== undefined : isOpen(entry, row, column);
    });
  return new Set(
    everyRow(state)
      .filter((row) => state.edits.has(row.product.id) && needs(row))
      .map((row) => keyOfRow(row)),
  );
}

function matches(row: GridRow, asked: string): boolean {
  const { title, vendor, tags } = row.product;
  const codes = isVariantRow(row) ? [row.variant.sku, row.variant.barcode] : [];
  return [title, vendor, ...tags, ...codes, rowName(row)].some((each) =>
    each?.toLocaleLowerCase().includes(asked),
  );
}

const kept = 'bowerbird.grid-hidden-columns';

/** Returns the columns that this person hides, remembered in this browser. */
export function useHiddenColumns(): [ReadonlySet<ColumnId>, (hidden: ReadonlySet<ColumnId>) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<ColumnId>>(() => {
    try {
      const read = safeParse(array(string()), JSON.parse(localStorage.getItem(personalName(kept)) ?? '[]'));
      const names = new Set(read.data);
      return new Set(gridColumns.slice(1).flatMap(({ id }) => (names.has(id) ? [id] : [])));
    } catch {
      return new Set();
    }
  });
  const keep = useCallback((next: ReadonlySet<ColumnId>) => {
    setHidden(next);
    try {
      localStorage.setItem(personalName(kept), JSON.stringify([...next]));
    } catch {
      // If storage is full or blocked, the choice is not remembered.
    }
  }, []);
  return [hidden, keep];
}
