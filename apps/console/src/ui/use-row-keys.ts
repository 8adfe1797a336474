import type { KeyboardEvent, RefObject } from 'react';
import { useRef, useState } from 'react';
import type { RowSelection } from './row-selection.ts';
import { isTyping } from './typing.ts';

interface RowKeysOptions<Row> {
  rows: Row[];
  rowKey(row: Row): string;
  selection?: RowSelection;
  onOpen?(row: Row): void;
  onLook?(row: Row): void;
  toIndex(index: number): void;
  list: RefObject<HTMLElement | null>;
}

/** Which row has the focus, and what keys do on it. */
export function useRowKeys<Row>({
  rows,
  rowKey,
  selection,
  onOpen,
  onLook,
  toIndex,
  list,
}: RowKeysOptions<Row>) {
  const [focused, setFocusIndex] = useState(0);
  const anchor = useRef(0);
  const focusIndex = Math.min(focused, Math.max(0, rows.length - 1));

  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    setFocusIndex(index);
    toIndex(index);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  };

  /** Selects one row, or with Shift everything from the last one chosen. */
  const choose = (index: number, on: boolean, event: { shiftKey?: boolean } | Event) => {
    const shift = 'shiftKey' in event && event.shiftKey === true;
    const [from, to] = shift
      ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      : [index, index];
    selection?.set(rows.slice(from, to + 1).map(rowKey), on);
    anchor.current = index;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focusIndex];
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || row === undefined) {
      return;
    }
    // Keys of a row's menu, which lies elsewhere in the page, are the menu's own.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) {
      return;
    }
    // A button inside a row keeps its own Enter and Space.
    const onRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    const act = {
      j: () => move(focusIndex + 1),
      ArrowDown: () => move(focusIndex + 1),
      k: () => move(focusIndex - 1),
      ArrowUp: () => move(focusIndex - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      x: () => choose(focusIndex, !(selection?.has(rowKey(row)) ?? false), event),
      X: () => choose(focusIndex, true, event),
      Enter: onRow && onOpen ? () => onOpen(row) : undefined,
      ' ': onRow && onLook ? () => onLook(row) : undefined,
    }[event.key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  };

  return { focusIndex, setFocusIndex, onKeyDown, choose };
}
