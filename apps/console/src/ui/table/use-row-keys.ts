import type { MouseEvent, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { dialogIsOpen, modalIsOpen, popupIsOpen } from '../layout/overlay.ts';
import { goWaitMs } from './go-keys.ts';
import type { RowSelection } from './row-selection.ts';
import { isActive, joinTables, useTable } from './shown-tables.ts';
import { isTyping } from './typing.ts';

export interface RowKeysOptions<Row> {
  rows: Row[];
  rowKey(row: Row): string;
  selection?: RowSelection;
  onOpen?(row: Row): void;
  onLook?(row: Row): void;
  onStepOut?(): void;
  returnKey?(): string | null;
  /** A row is shown in the quick look next to the list. */
  looking: boolean;
  toIndex(index: number): void;
  grid: RefObject<HTMLElement | null>;
  /** The page's scroll container. */
  page: RefObject<HTMLElement | null>;
}

/**
 * Manages which row has the focus, and handles keys: on the row, and from anywhere on the page outside of fields and
 * dialogs. Of several tables on one page, the last used one gets the keys.
 */
export function useRowKeys<Row>(options: RowKeysOptions<Row>) {
  const { rows, rowKey, selection, onLook, looking, grid } = options;
  const [focused, setFocused] = useState(0);
  const anchor = useRef(0);
  /** Whether a row has had the focus since the list was shown. */
  const entered = useRef(false);
  /** The row that was reached while another row's quick look was open: it gets the focus back instead. */
  const walkedTo = useRef<number | null>(null);
  /** Enter was pressed in the search, and the matching rows may still be loading. */
  const toFirst = useRef(false);
  const table = useTable();
  const focusIndex = Math.min(focused, Math.max(0, rows.length - 1));

  const focusRow = (index: number, scroll: boolean) => {
    if (scroll) {
      options.toIndex(index);
    }
    // The row may be rendered only after the scroll.
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: !scroll }),
    );
  };
  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[index];
    if (row === undefined) {
      return;
    }
    setFocused(index);
    if (looking && onLook) {
      walkedTo.current = index;
      options.toIndex(index);
      onLook(row);
    } else {
      focusRow(index, true);
    }
  };

  /** Selects one row, or with Shift everything from the last selected one. */
  const choose = (index: number, on: boolean, event: { shiftKey?: boolean } | Event) => {
    const shift = 'shiftKey' in event && event.shiftKey === true;
    const [from, to] = shift
      ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      : [index, index];
    selection?.set(rows.slice(from, to + 1).map(rowKey), on);
    anchor.current = index;
  };
  /** Moves on and extends the selection; moving back towards its start shrinks it again. */
  const extend = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const here = rows[focusIndex];
    if (here !== undefined && !selection?.has(rowKey(here))) {
      anchor.current = focusIndex;
    }
    const from = anchor.current;
    if (here !== undefined && Math.abs(index - from) < Math.abs(focusIndex - from)) {
      selection?.set([rowKey(here)], false);
    }
    selection?.set(rows.slice(Math.min(from, index), Math.max(from, index) + 1).map(rowKey), true);
    move(index);
  };
  /** Selects the loaded rows; pressed again, all that match. */
  const chooseAll = () => {
    const loaded = rows.map(rowKey);
    if (selection?.selectAllMatching && loaded.every((key) => selection.has(key))) {
      selection.selectAllMatching();
    } else {
      selection?.set(loaded, true);
    }
  };

  const step = (by: number) => (entered.current || looking ? focusIndex + by : focusIndex);
  const actionOf = (event: KeyboardEvent, inside: boolean): (() => void) | undefined => {
    const { target, shiftKey } = event;
    const row = rows[focusIndex];
    if (event.ctrlKey || event.metaKey) {
      return event.key === 'a' && selection && !looking ? chooseAll : undefined;
    }
    if (row === undefined) {
      return event.key === 'Escape' ? options.onStepOut : undefined;
    }
    // A button keeps its own Enter and Space, and outside of a list the arrow keys scroll.
    const onRow = target instanceof HTMLElement && target.dataset.row !== undefined;
    const free = onRow || target === document.body;
    const { onOpen } = options;
    switch (event.key) {
      case 'j':
      case 'J':
        return shiftKey && selection ? () => extend(step(1)) : () => move(step(1));
      case 'k':
      case 'K':
        return shiftKey && selection ? () => extend(step(-1)) : () => move(step(-1));
      case 'ArrowDown':
        return inside
          ? () => (shiftKey && selection ? extend(focusIndex + 1) : move(focusIndex + 1))
          : undefined;
      case 'ArrowUp':
        return inside
          ? () => (shiftKey && selection ? extend(focusIndex - 1) : move(focusIndex - 1))
          : undefined;
      case 'Home':
        return inside ? () => move(0) : undefined;
      case 'End':
        return inside ? () => move(rows.length - 1) : undefined;
      case 'x':
      case 'X':
        return selection
          ? () => choose(focusIndex, shiftKey || !selection.has(rowKey(row)), event)
          : undefined;
      case 'Enter':
        return free && onOpen && !looking ? () => onOpen(row) : undefined;
      case ' ':
        return free && onLook && !looking ? () => onLook(row) : undefined;
      case 'Escape':
        // The quick look handles Esc itself.
        if (looking) {
          return undefined;
        }
        return selection?.clear && (selection.count ?? 0) > 0 ? selection.clear : options.onStepOut;
      default:
        return undefined;
    }
  };

  const goneAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = (event: KeyboardEvent) => {
    const { target } = event;
    const inside = target instanceof Node && grid.current?.contains(target) === true;
    const afterGo = event.timeStamp - goneAt.current < goWaitMs;
    goneAt.current = event.key === 'g' && !isTyping(target) ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (event.defaultPrevented || event.isComposing || event.altKey || afterGo) {
      return;
    }
    if (looking ? modalIsOpen() : popupIsOpen() || (dialogIsOpen() && !inside)) {
      return;
    }
    if (!inside && !isActive(table, target)) {
      return;
    }
    if (isSearch(target) && options.page.current?.contains(target) === true) {
      if ((event.key === 'Enter' || event.key === 'ArrowDown') && rows.length > 0) {
        event.preventDefault();
        toFirst.current = event.key === 'Enter';
        move(0);
      } else if (event.key === 'Escape') {
        options.onStepOut?.();
        target.blur();
      }
      return;
    }
    toFirst.current = false;
    const act = isTyping(target) ? undefined : actionOf(event, inside);
    if (act !== undefined) {
      event.preventDefault();
      walkedTo.current = null;
      act();
    }
  };
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => latest.current(event);
    const forget = () => {
      toFirst.current = false;
      walkedTo.current = null;
    };
    const leave = joinTables(table);
    addEventListener('keydown', hear);
    addEventListener('pointerdown', forget);
    return () => {
      leave();
      removeEventListener('keydown', hear);
      removeEventListener('pointerdown', forget);
    };
  }, [table]);

  // New rows after Enter in the search: the focused row was removed with the old ones.
  const firstKey = rows[0] === undefined ? null : rowKey(rows[0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other rows come.
  useEffect(() => {
    if (toFirst.current && firstKey !== null) {
      setFocused(0);
      focusRow(0, true);
    }
  }, [firstKey]);

  // Shown again, for example after Back: the row that had the focus gets it again.
  const hasRows = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list comes into view.
  useEffect(() => {
    const key = options.returnKey?.() ?? null;
    const found = key === null ? -1 : rows.findIndex((row) => rowKey(row) === key);
    const index = found !== -1 ? found : entered.current ? focusIndex : -1;
    if (index === -1 || !hasRows || document.activeElement !== document.body) {
      return;
    }
    setFocused(index);
    const isDrawn = grid.current?.querySelector(`[data-index="${index}"]`) != null;
    focusRow(index, !isDrawn);
  }, [hasRows]);

  const onRowFocus = (index: number) => {
    entered.current = true;
    table.usedAt = performance.now();
    const walked = walkedTo.current;
    if (walked !== null && !looking) {
      walkedTo.current = null;
      setFocused(walked);
      focusRow(walked, true);
      return;
    }
    setFocused(index);
  };

  /** Handles a click: with Shift it selects a range, with Ctrl or Cmd a single row; returns true for these. */
  const onRowClick = (index: number, event: MouseEvent): boolean => {
    const row = rows[index];
    if (selection === undefined || row === undefined || !(event.shiftKey || event.ctrlKey || event.metaKey)) {
      return false;
    }
    choose(index, event.shiftKey || !selection.has(rowKey(row)), event);
    return true;
  };

  return { focusIndex, onRowFocus, onRowClick, choose, focusRow };
}

function isSearch(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches('[role="searchbox"], [type="search"]');
}
