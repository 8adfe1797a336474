import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { Box, Grid, Row } from '../layout/box.tsx';
import { useScroller } from '../layout/scroller.ts';
import { useNarrow } from '../layout/use-narrow.ts';
import { useWidth } from '../layout/use-width.ts';
import type { Column } from './column.ts';
import { ColumnHead } from './column-head.tsx';
import { ColumnResizer, columnMin } from './column-resizer.tsx';
import type { RowAction } from './row-actions.tsx';
import { useRowActions } from './row-actions.tsx';
import type { RowSelection } from './row-selection.ts';
import { SideScroll, useSideways, widthOfTracks, withPinned } from './sideways.tsx';
import { useRowKeys } from './use-row-keys.ts';
import './data-table.css';

export interface DataTableProps<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  rowKey(row: Row): string;
  /** Accessible name of a row's checkbox. */
  rowName(row: Row): string;
  /** A row on a phone: a product cell with two figures. */
  narrow(row: Row): ReactNode;
  /** Total number of rows, loaded or not. */
  total?: number;
  rowHeight?: 44 | 50 | 52;
  selection?: RowSelection;
  /** Called on Enter or a click. */
  onOpen?(row: Row): void;
  /** Called on Space; and on j and k while a row, `currentKey`, is shown in the quick look. */
  onLook?(row: Row): void;
  /** Called on Esc if nothing is selected: to clear a search. */
  onStepOut?(): void;
  /** The row to focus when the list is shown; null: the one that had the focus. */
  returnKey?(): string | null;
  /** Returns the context menu of a row. */
  actions?(row: Row): readonly RowAction[];
  /** Called when the last rows come into view: load more. */
  onEnd?(): void;
  /** Shown under the rows while more are loading. */
  loadingMore?: boolean;
  /** No rows are loaded yet. */
  loading?: boolean;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** The row whose details are shown next to the table. */
  currentKey?: string | null;
  /**
   * Wider than its place, the table scrolls sideways, instead of narrowing its columns; this many first columns then
   * stay in view.
   */
  pinned?: number;
  /** Columns can be dragged: `key` was dropped on `target`. */
  onMove?(key: string, target: string): void;
  /** Columns can be resized: the chosen width, in pixels; null: the column's default. */
  onResize?(key: string, width: number | null): void;
}

/** A table narrower than this, in pixels, becomes a list. */
const listUnder = 520;

/**
 * A table of any length that renders what is in view and scrolls with its page. Its keys work from anywhere on the
 * page: j k move, with Shift they select, x selects, Shift x a range, Ctrl A all, Space opens the quick look, Enter
 * opens, Esc leaves.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, rowName, selection, rowHeight = 52, total, loading = false } = props;
  const text = useText();
  const phone = useNarrow();
  const grid = useRef<HTMLDivElement>(null);
  const width = useWidth(grid);
  const narrow = phone || (width !== null && width > 0 && width < listUnder);
  const columns = props.columns.filter(({ from = 0 }) => width === null || width === 0 || width >= from);
  const scroller = useScroller();
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const sideways = useSideways(props.pinned !== undefined && !narrow);
  const [dragged, setDragged] = useState<{ key: string; width: number } | null>(null);

  useLayoutEffect(() => {
    const outer = scroller.current;
    const inner = list.current;
    if (outer === null || inner === null) {
      return;
    }
    const measure = () =>
      setMargin(
        Math.round(inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop),
      );
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(outer);
    if (grid.current?.parentElement) {
      watcher.observe(grid.current.parentElement);
    }
    return () => watcher.disconnect();
  }, [scroller]);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? 72 : rowHeight),
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: 96,
    scrollPaddingEnd: 80,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when the view reaches the end, not with each new handler.
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 20) {
      props.onEnd?.();
    }
  }, [lastShown, rows.length]);

  const looking = props.onLook !== undefined && (props.currentKey ?? null) !== null;
  const keys = useRowKeys({
    ...props,
    looking,
    toIndex: (index) => virtual.scrollToIndex(index),
    grid,
    page: scroller,
  });
  const rowActions = useRowActions();
  const { onResize } = props;
  const tracks = columns.map(({ key, width }) =>
    dragged?.key !== key ? width : props.pinned === undefined ? trackOf(dragged.width) : `${dragged.width}px`,
  );
  const template = [...(selection ? ['36px'] : []), ...tracks].join(' ');
  const pinned = narrow ? 0 : (props.pinned ?? 0);
  const contentWidth = props.pinned === undefined || narrow ? undefined : widthOfTracks(template);
  const loadedKeys = rows.map(rowKey);
  const chosen = selection === undefined ? 0 : loadedKeys.filter((key) => selection.has(key)).length;

  return (
    <Box
      ref={grid}
      className={narrow ? 'data-table narrow' : 'data-table'}
      shrink
      font="small"
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-multiselectable={selection !== undefined}
    >
      {!narrow && (
        <Box className="data-table-head" role="rowgroup" ground="bg" {...sideways.head}>
          <Grid
            className="data-table-heads"
            align="center"
            borderBottom
            minH={36}
            font="caption"
            tone="t3"
            role="row"
            aria-rowindex={1}
            style={{ gridTemplateColumns: template, minWidth: contentWidth }}
          >
            {withPinned(
              pinned,
              selection !== undefined && (
                <Row key="box" role="columnheader" className="data-table-box" align="center">
                  <Checkbox
                    aria-label={text('table.selectAll')}
                    checked={rows.length > 0 && chosen === rows.length}
                    indeterminate={chosen > 0 && chosen < rows.length}
                    onChange={({ target }) => selection.set(loadedKeys, target.checked)}
                  />
                </Row>
              ),
              columns.map((column) => (
                <ColumnHead key={column.key} column={column} onMove={props.onMove}>
                  {onResize !== undefined && (
                    <ColumnResizer
                      name={column.name ?? (typeof column.title === 'string' ? column.title : column.key)}
                      onDrag={(wide) => setDragged(wide === null ? null : { key: column.key, width: wide })}
                      onDone={(wide) => {
                        setDragged(null);
                        onResize(column.key, wide);
                      }}
                    />
                  )}
                </ColumnHead>
              )),
            )}
          </Grid>
        </Box>
      )}
      {loading && rows.length === 0 ? (
        <SkeletonRows />
      ) : rows.length === 0 ? (
        <EmptyRow>{props.empty ?? null}</EmptyRow>
      ) : (
        <Box className="data-table-body" role="rowgroup" {...sideways.body}>
          <Box
            ref={list}
            role="presentation"
            relative
            style={{ height: virtual.getTotalSize(), minWidth: contentWidth }}
          >
            {items.map((item) => {
              const row = rows[item.index];
              if (row === undefined) {
                return null;
              }
              const key = rowKey(row);
              const selected = selection?.has(key) ?? false;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see above.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of all rows are heard in one place.
                <div
                  key={item.key}
                  ref={narrow ? virtual.measureElement : undefined}
                  data-index={item.index}
                  data-row={key}
                  role="row"
                  aria-rowindex={item.index + 2}
                  aria-selected={selection === undefined ? undefined : selected}
                  aria-current={props.currentKey === key ? true : undefined}
                  tabIndex={keys.focusIndex === item.index ? 0 : -1}
                  className={`data-table-row${selected ? ' selected' : ''}${props.onOpen ? ' opens' : ''}`}
                  style={{
                    transform: `translateY(${item.start - margin}px)`,
                    ...(narrow ? {} : { height: rowHeight, gridTemplateColumns: template }),
                  }}
                  onFocus={() => keys.onRowFocus(item.index)}
                  onMouseDown={(event) => {
                    // Selects a range of rows, not the page's text.
                    if (event.shiftKey && selection !== undefined) {
                      event.preventDefault();
                    }
                  }}
                  onContextMenu={(event) => rowActions.open(event, props.actions?.(row) ?? [])}
                  onClick={(event) => {
                    const inBox =
                      event.target instanceof Element && event.target.closest('label, a') !== null;
                    if (!inBox && keys.onRowClick(item.index, event)) {
                      return;
                    }
                    if (!isControl(event.target, event.currentTarget)) {
                      props.onOpen?.(row);
                    }
                  }}
                >
                  {withPinned(
                    pinned,
                    selection !== undefined && (
                      <Row key="box" role="gridcell" className="data-table-box" align="center">
                        <Checkbox
                          tabIndex={-1}
                          aria-label={text('table.selectRow', { name: rowName(row) })}
                          checked={selected}
                          onChange={({ target, nativeEvent }) =>
                            keys.choose(item.index, target.checked, nativeEvent)
                          }
                        />
                      </Row>
                    ),
                    narrow
                      ? [
                          <Box key="narrow" role="gridcell" grow shrink>
                            {props.narrow(row)}
                          </Box>,
                        ]
                      : columns.map((column) => (
                          <Box
                            key={column.key}
                            role="gridcell"
                            className={column.align === 'end' ? 'data-table-cell num' : 'data-table-cell'}
                            shrink
                            p={[0, 8]}
                            cut
                          >
                            {column.render(row)}
                          </Box>
                        )),
                  )}
                </div>
              );
            })}
          </Box>
        </Box>
      )}
      {contentWidth !== undefined && <SideScroll {...sideways.bar} width={contentWidth} />}
      {props.loadingMore === true && <SkeletonRows rows={2} />}
      {rowActions.menu}
    </Box>
  );
}

/** Returns the track of a column with a chosen width; it shrinks if the table has become too narrow for all columns. */
export function trackOf(width: number): string {
  return `minmax(${columnMin}px, ${width}px)`;
}

function EmptyRow({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it is.
    <div role="row">
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      <div role="gridcell">{children}</div>
    </div>
  );
}

function isControl(target: EventTarget, row: Element): boolean {
  const control =
    target instanceof Element ? target.closest('a, button, input, label, [role="button"]') : null;
  // A menu or dialog of the row is elsewhere in the DOM, but React bubbles its clicks here.
  const inRow = target instanceof Node && row.contains(target);
  return !inRow || (control !== null && row.contains(control));
}
