import type { MouseEvent } from 'react';
import { useRef, useState } from 'react';
import { type Box, boxOf, type Place, type Range } from './model/range.ts';

/** Returns the cell under an element of the sheet. */
function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null;
}

interface SheetMouse {
  range: Range;
  isEditing: boolean;
  onRange(range: Range): void;
  onCommit(): void;
  onEdit(): void;
  /** Fills from the range to this box; `copies` repeats instead of counting on. */
  onFill(box: Box, copies: boolean): void;
}

/** Selecting and filling with the mouse; returns the handlers, and the box that a fill would reach. */
export function useSheetMouse({ range, isEditing, onRange, onCommit, onEdit, onFill }: SheetMouse) {
  const [filling, setFilling] = useState<Box | null>(null);
  const latest = useRef({ range, onRange, onFill });
  latest.current = { range, onRange, onFill };

  /** Calls back for each cell that the pointer reaches until it is released. */
  const follow = (onPlace: (place: Place) => void, onEnd: (event: globalThis.MouseEvent) => void) => {
    const move = (event: globalThis.MouseEvent) => {
      const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (place !== null) {
        onPlace(place);
      }
    };
    const up = (event: globalThis.MouseEvent) => {
      removeEventListener('mousemove', move);
      removeEventListener('mouseup', up);
      onEnd(event);
    };
    addEventListener('mousemove', move);
    addEventListener('mouseup', up);
  };

  const fillFrom = () => {
    let reached: Box | null = null;
    follow(
      (place) => {
        reached = extended(boxOf(latest.current.range), place);
        setFilling(reached);
      },
      (event) => {
        setFilling(null);
        if (reached !== null) {
          latest.current.onFill(reached, event.ctrlKey || event.metaKey);
        }
      },
    );
  };

  const onMouseDown = (event: MouseEvent) => {
    if (event.button !== 0) {
      return;
    }
    if (event.target instanceof Element && event.target.closest('[data-handle]')) {
      event.preventDefault();
      fillFrom();
      return;
    }
    const place = placeOf(event.target);
    const isActive = place?.row === range.focus.row && place.column === range.focus.column;
    if (place === null || (isEditing && isActive)) {
      return;
    }
    event.preventDefault();
    if (isEditing) {
      onCommit();
    }
    const anchor = event.shiftKey ? range.anchor : place;
    onRange({ anchor, focus: place });
    follow(
      (focus) => latest.current.onRange({ anchor, focus }),
      () => undefined,
    );
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (!isEditing && placeOf(event.target) !== null) {
      onEdit();
    }
  };
  return { filling, onMouseDown, onDoubleClick };
}

/** Extends a box in one direction to a place; null where that is within it. */
function extended(box: Box, { row, column }: Place): Box | null {
  const down = Math.max(row - box.bottom, box.top - row, 0);
  const across = Math.max(column - box.right, box.left - column, 0);
  if (down === 0 && across === 0) {
    return null;
  }
  return down >= across
    ? { ...box, top: Math.min(box.top, row), bottom: Math.max(box.bottom, row) }
    : { ...box, left: Math.min(box.left, column), right: Math.max(box.right, column) };
}
