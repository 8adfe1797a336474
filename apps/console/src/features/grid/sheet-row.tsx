import type { ReactNode } from 'react';
import { memo } from 'react';
import type { GridColumn } from './model/columns.ts';
import { nameAt, pathAt, storedAt } from './model/columns.ts';
import { type GridRow, rowName } from './model/rows.ts';
import { type Entry, type entriesOf, isMeanwhile, shownText } from './model/state.ts';
import type { CellWords } from './use-cell-words.ts';

/** A column with its place. */
export interface PlacedColumn {
  column: GridColumn;
  /** Among the shown columns. */
  at: number;
  /** Pixels from the left; the first stays in place. */
  left: number;
  width: number;
}

interface SheetRowProps {
  row: GridRow;
  index: number;
  top: number;
  columns: readonly PlacedColumn[];
  entries: ReturnType<typeof entriesOf>;
  words: CellWords;
  by: string | null;
  /** Selected columns, and those that a fill would reach: first and last; -1 for none. */
  selected: readonly [number, number];
  filling: readonly [number, number];
  /** Column of the fill handle; -1 for none. */
  handle: number;
  /** The active cell: its column, and the field in it; -1 and null for every other row. */
  active: number;
  field: ReactNode;
}

/** One row of the sheet. Only the cells of columns in view are rendered. */
export const SheetRow = memo(
  function SheetRow(props: SheetRowProps) {
    const { row, index, top, columns } = props;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element.
      // biome-ignore lint/a11y/useFocusableInteractive: its active cell is.
      <div
        role="row"
        aria-rowindex={index + 2}
        className={row.isFirst ? 'grid-row first' : 'grid-row'}
        data-row={index}
        style={{ transform: `translateY(${top}px)` }}
      >
        {columns.map((placed) => cellOf(props, placed))}
      </div>
    );
  },
  (one, other) =>
    one.row === other.row &&
    one.index === other.index &&
    one.columns === other.columns &&
    one.entries === other.entries &&
    one.words === other.words &&
    one.by === other.by &&
    one.handle === other.handle &&
    one.active === other.active &&
    one.field === other.field &&
    one.selected[0] === other.selected[0] &&
    one.selected[1] === other.selected[1] &&
    one.filling[0] === other.filling[0] &&
    one.filling[1] === other.filling[1],
);

function isIn(at: number, [from, to]: readonly [number, number]): boolean {
  return at >= from && at <= to;
}

function classesOf(
  { row, selected, filling, active }: SheetRowProps,
  { column, at }: PlacedColumn,
  entry: Entry | undefined,
  problem: string | null,
): string {
  const isNone = column.kind === 'name' || storedAt(row, column) === undefined;
  return [
    'grid-cell',
    at === 0 && 'fixed',
    (column.kind === 'money' ||
      column.kind === 'whole' ||
      column.kind === 'weight' ||
      column.id === 'variants') &&
      'num',
    isNone && 'none',
    entry !== undefined && 'changed',
    problem !== null && (isMeanwhile(entry, row, column) ? 'meanwhile' : 'wrong'),
    isIn(at, selected) && 'selected',
    isIn(at, filling) && 'filling',
    at === active && 'active',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Renders a cell; no component of its own, since hundreds of them change while scrolling. */
function cellOf(props: SheetRowProps, placed: PlacedColumn): ReactNode {
  const { row, entries, words, by, active, field, handle, selected } = props;
  const { column, at, left, width } = placed;
  const path = pathAt(row, column);
  const entry = path === null ? undefined : entries.get(path);
  const problem = words.problem(entry, row, column, by);
  const text = shownText(entry, row, column, words.choice);
  const shown = nameAt(row, column) ?? (at === 0 && !row.isFirst ? rowName(row) : text);
  return (
    <div
      key={column.id}
      {...{
        role: at === 0 ? 'rowheader' : 'gridcell',
        'aria-colindex': at + 1,
        'aria-selected': isIn(at, selected),
        'aria-invalid': problem !== null || undefined,
        'aria-readonly': path === null || undefined,
      }}
      className={classesOf(props, placed, entry, problem)}
      data-column={at}
      style={at === 0 ? { width } : { left, width }}
      title={problem ?? undefined}
    >
      {at === active ? field : shown}
      {problem !== null && at === active && (
        <span className="grid-why" id="grid-why" role="status">
          {problem}
        </span>
      )}
      {at === handle && <span className="grid-handle" data-handle />}
    </div>
  );
}
