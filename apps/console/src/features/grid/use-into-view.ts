import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import type { Place } from './model/range.ts';
import type { PlacedColumn } from './sheet-row.tsx';

/** Heights of a row and of the heads of the columns, in pixels. */
export const rowHeight = 36;
const headHeight = 34;

/** Scrolls the sheet until the active cell is in view, beside the column that stays in place. */
export function useIntoView(
  scroller: RefObject<HTMLElement | null>,
  active: Place,
  placed: readonly PlacedColumn[],
): void {
  const first = placed[0]?.width ?? 0;
  useLayoutEffect(() => {
    const box = scroller.current;
    const column = placed[active.column];
    if (box === null || column === undefined) {
      return;
    }
    const top = active.row * rowHeight;
    const height = box.clientHeight - headHeight;
    if (top < box.scrollTop) {
      box.scrollTop = top;
    } else if (top + rowHeight > box.scrollTop + height) {
      box.scrollTop = top + rowHeight - height;
    }
    if (active.column > 0 && column.left - first < box.scrollLeft) {
      box.scrollLeft = column.left - first;
    } else if (active.column > 0 && column.left + column.width > box.scrollLeft + box.clientWidth) {
      box.scrollLeft = column.left + column.width - box.clientWidth;
    }
    // What is said of the cell opens towards the middle.
    box.classList.toggle('to-start', column.left - box.scrollLeft > box.clientWidth / 2);
    box.classList.toggle('upwards', active.row > 1 && top + 3 * rowHeight > box.scrollTop + height);
  }, [scroller, active.row, active.column, placed, first]);
}
