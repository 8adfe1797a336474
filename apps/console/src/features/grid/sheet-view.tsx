import { useVirtualizer, type Range as VirtualRange } from '@tanstack/react-virtual';
import type { ClipboardEvent, ReactNode } from 'react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { CellField, type Editing } from './cell-field.tsx';
import { type GridColumn, nameAt, pathAt } from './model/columns.ts';
import { filledTo, filledWithin, textsIn } from './model/filled.ts';
import { cellsIn, paste, type View } from './model/paste.ts';
import { type Box, boxOf, isOneCell, type Range, within } from './model/range.ts';
import type { GridRow } from './model/rows.ts';
import { type CellText, type Edits, entriesOf, entryAt, shownText } from './model/state.ts';
import { readTsv, writeTsv } from './model/tsv.ts';
import { type PlacedColumn, SheetRow } from './sheet-row.tsx';
import type { CellWords } from './use-cell-words.ts';
import { rowHeight, useIntoView } from './use-into-view.ts';
import { handleSheetKey } from './use-sheet-keys.ts';
import { useSheetMouse } from './use-sheet-mouse.ts';
import './grid.css';

/** Width of the column that stays in place on a phone. */
const narrowFirst = 150;
const none: readonly [number, number] = [-1, -1];

interface SheetViewProps {
  view: View;
  edits: Edits;
  words: CellWords;
  range: Range;
  narrow: boolean;
  /** Who changed a product meanwhile, by its id. */
  people: ReadonlyMap<string, string>;
  onRange(range: Range): void;
  onTexts(texts: CellText[]): void;
  onClear(cells: Omit<CellText, 'text'>[]): void;
  /** Pasted texts that had no place. */
  onLeft(count: number): void;
  onUndo(): void;
  onRedo(): void;
  onFind(): void;
  onSave(): void;
}

/** The cells: only those in view are rendered. The field of the active cell takes every key. */
export function SheetView(props: SheetViewProps) {
  const { view, edits, words, narrow, people, onRange, onTexts } = props;
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  /** The most rows that were rendered at once. */
  const slots = useRef(1);
  const [editing, setEditing] = useState<Editing | null>(null);
  /** Counts how often the active cell was to take the focus. */
  const [focus, setFocus] = useState(0);
  const size = { rows: view.rows.length, columns: view.columns.length };
  const range = within(props.range, size);
  const active = range.focus;
  const activeRow = view.rows[active.row];
  const activeColumn = view.columns[active.column];

  const widths = view.columns.map(({ width }, at) => (at === 0 && narrow ? narrowFirst : width));
  const placed = useMemo(() => {
    let left = 0;
    return view.columns.map((column, at): PlacedColumn => {
      const width = at === 0 && narrow ? narrowFirst : column.width;
      left += width;
      return { column, at, left: left - width, width };
    });
  }, [view.columns, narrow]);
  const total = widths.reduce((sum, width) => sum + width, 0);

  // The active cell stays rendered, wherever the sheet is scrolled: it has the focus.
  const withActive = (at: number) => (visible: VirtualRange) => {
    const from = Math.max(0, visible.startIndex - visible.overscan);
    const to = Math.min(visible.count - 1, visible.endIndex + visible.overscan);
    const shown = Array.from({ length: to - from + 1 }, (_, step) => from + step);
    return at < from ? [at, ...shown] : at > to ? [...shown, at] : shown;
  };
  const rows = useVirtualizer({
    count: size.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    useFlushSync: false,
    rangeExtractor: withActive(active.row),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: size.columns,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => widths[at] ?? 0,
    overscan: 1,
    useFlushSync: false,
    rangeExtractor: withActive(active.column),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when other columns are shown.
  useLayoutEffect(() => columns.measure(), [placed]);
  const columnsInView = columns.getVirtualItems().map(({ index }) => index);
  const columnKey = [...new Set([0, ...columnsInView])].join();
  const shownColumns = useMemo(
    () => columnKey.split(',').flatMap((at) => placed[Number(at)] ?? []),
    [columnKey, placed],
  );

  useIntoView(scroller, active, placed);

  const move = (to: Range) => {
    setEditing(null);
    onRange(to);
    setFocus((count) => count + 1);
  };
  const shown =
    activeRow && activeColumn
      ? shownText(entryAt(edits, activeRow, activeColumn), activeRow, activeColumn, words.choice)
      : '';
  const readOnly = !activeRow || !activeColumn || pathAt(activeRow, activeColumn) === null;
  const commit = (entered = editing?.text) => {
    setEditing(null);
    if (entered !== undefined && activeRow && activeColumn) {
      onTexts([{ row: activeRow, column: activeColumn, text: entered }]);
    }
  };
  const edit = (way: Editing['way']) => {
    if (!readOnly) {
      setEditing({ text: shown, way });
      setFocus((count) => count + 1);
    }
  };
  const cycle = () => {
    const choices = activeColumn?.choices?.map((value) => words.choice(activeColumn, value)) ?? [];
    const next = choices[(choices.indexOf(shown) + 1) % choices.length];
    if (next !== undefined) {
      commit(next);
    }
  };
  const box = boxOf(range);
  const mouse = useSheetMouse({
    range,
    isEditing: editing !== null,
    onRange: move,
    onCommit: () => commit(),
    onEdit: () => edit('opened'),
    onFill: (to: Box, copies) => {
      onTexts(filledTo(view, edits, range, to, { words: words.choice, copies }));
      move({ anchor: { row: to.top, column: to.left }, focus: { row: to.bottom, column: to.right } });
    },
  });

  const copied = (event: ClipboardEvent) => {
    if (editing !== null) {
      return false;
    }
    event.preventDefault();
    event.clipboardData.setData('text/plain', writeTsv(textsIn(view, edits, box, words.choice)));
    return true;
  };
  const onPaste = (event: ClipboardEvent) => {
    const block = readTsv(event.clipboardData.getData('text/plain'));
    if (editing !== null && block.length === 1 && block[0]?.length === 1) {
      return;
    }
    event.preventDefault();
    setEditing(null);
    const pasted = paste(view, range, block);
    onTexts(pasted.texts);
    if (pasted.left > 0) {
      props.onLeft(pasted.left);
    }
    const { top, left, bottom, right } = pasted.box;
    // The active cell stays where the block begins.
    move({ anchor: { row: bottom, column: right }, focus: { row: top, column: left } });
  };

  const onText = useCallback(
    (entered: string) => setEditing((held) => ({ text: entered, way: held?.way ?? 'typed' })),
    [],
  );
  const field: ReactNode = activeRow && activeColumn && (
    <CellField
      column={activeColumn}
      name={text('grid.cell', { row: words.row(activeRow), column: words.column(activeColumn) })}
      text={readOnly ? readOnlyText(activeRow, activeColumn, active.column, words) : shown}
      editing={editing}
      readOnly={readOnly}
      isWrong={words.problem(entryAt(edits, activeRow, activeColumn), activeRow, activeColumn, null) !== null}
      words={words}
      focus={focus}
      onText={onText}
      onChoose={(chosen) => {
        commit(chosen);
        setFocus((count) => count + 1);
      }}
      onLeave={() => commit()}
    />
  );
  const { filling } = mouse;
  const rowsInView = rows.getVirtualItems();
  slots.current = Math.max(slots.current, rowsInView.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element.
    <div
      ref={scroller}
      role="grid"
      aria-label={text('grid.label')}
      aria-description={text('grid.keys')}
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns}
      aria-multiselectable
      className="grid-sheet"
      tabIndex={-1}
      onKeyDown={(event) =>
        handleSheetKey(event, {
          range,
          size,
          page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
          editing,
          column: readOnly ? undefined : activeColumn,
          actions: {
            move,
            commit: () => commit(),
            cancel: () => {
              setEditing(null);
              setFocus((count) => count + 1);
            },
            edit,
            cycle,
            clear: () => props.onClear(cellsIn(view, box)),
            fill: (direction) => onTexts(filledWithin(view, edits, range, direction, words.choice)),
            undo: props.onUndo,
            redo: props.onRedo,
            find: props.onFind,
            save: props.onSave,
          },
        })
      }
      onCopy={copied}
      onCut={(event) => {
        if (copied(event)) {
          props.onClear(cellsIn(view, box));
        }
      }}
      onPaste={onPaste}
      onMouseDown={mouse.onMouseDown}
      onDoubleClick={mouse.onDoubleClick}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: heads only name their columns. */}
      <div role="row" aria-rowindex={1} className="grid-head" style={{ width: total }}>
        {shownColumns.map(({ column, at, left, width }) => (
          // biome-ignore lint/a11y/useSemanticElements: see above.
          // biome-ignore lint/a11y/useFocusableInteractive: see above.
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 1}
            className={at === 0 ? 'grid-cell fixed' : 'grid-cell'}
            style={at === 0 ? { width } : { left, width }}
          >
            {words.column(column)}
          </div>
        ))}
      </div>
      <div className="grid-body" style={{ height: rows.getTotalSize(), width: total }}>
        {rowsInView.map(({ index, start }) => {
          const row = view.rows[index];
          const isActive = index === active.row;
          const isSelected = index >= box.top && index <= box.bottom;
          const isFilled = filling !== null && index >= filling.top && index <= filling.bottom;
          return (
            row && (
              <SheetRow
                // Rows that leave the view become those that enter it; the active one stays what it is, with its field.
                key={isActive ? 'active' : index % slots.current}
                row={row}
                index={index}
                top={start}
                columns={shownColumns}
                entries={entriesOf(edits, row.product.id)}
                words={words}
                by={people.get(row.product.id) ?? null}
                selected={isSelected ? [box.left, box.right] : none}
                filling={isFilled ? [filling.left, filling.right] : none}
                handle={index === box.bottom && editing === null ? box.right : -1}
                active={isActive ? active.column : -1}
                field={isActive ? field : null}
              />
            )
          );
        })}
      </div>
      {!isOneCell(range) && (
        <span className="only-read" role="status">
          {text('grid.selected', { rows: box.bottom - box.top + 1, columns: box.right - box.left + 1 })}
        </span>
      )}
    </div>
  );
}

/** Returns what the field shows of a cell that cannot be edited: of one that names its row, the product with it. */
function readOnlyText(row: GridRow, column: GridColumn, at: number, words: CellWords): string {
  return at === 0 || column.id === 'variant' ? words.row(row) : (nameAt(row, column) ?? '');
}
