import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef, useState } from 'react';
import { useText } from '../../lib/text/text.ts';

/** Minimum and maximum width of a column, in pixels. */
export const columnMin = 64;
const columnMax = 1200;
/** How far each arrow key moves an edge, in pixels. */
const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 };

interface ColumnResizerProps {
  /** Name of the column. */
  name: string;
  /** The width while it is dragged, in pixels; null: as before. */
  onDrag(width: number | null): void;
  /** The chosen width; null: the column's default. */
  onDone(width: number | null): void;
}

/**
 * The edge of a column header: dragged, or moved with the arrow keys. A double click or Home restores the default
 * width.
 */
export function ColumnResizer({ name, onDrag, onDone }: ColumnResizerProps) {
  const text = useText();
  const drag = useRef<{ from: number; width: number } | null>(null);
  const [reported, setReported] = useState(columnMin);
  const widthAt = (
    { clientX, currentTarget }: PointerEvent<HTMLElement>,
    held: { from: number; width: number },
  ) => clampWidth(held.width + (clientX - held.from) * directionOf(currentTarget));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = keySteps[event.key];
    if (event.key === 'Home') {
      event.preventDefault();
      onDone(null);
    } else if (step !== undefined) {
      event.preventDefault();
      const width = clampWidth(widthOf(event.currentTarget) + step * directionOf(event.currentTarget));
      setReported(width);
      onDone(width);
    }
  };
  return (
    <hr
      aria-orientation="vertical"
      aria-label={text('table.resize', { name })}
      aria-valuemin={columnMin}
      aria-valuemax={columnMax}
      aria-valuenow={reported}
      title={text('table.resize', { name })}
      tabIndex={0}
      className="column-resizer"
      onFocus={({ currentTarget }) => setReported(clampWidth(widthOf(currentTarget)))}
      onPointerDown={(event) => {
        if (event.button !== 0) {
          return;
        }
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) {
          onDrag(widthAt(event, drag.current));
        }
      }}
      onPointerUp={(event) => {
        const held = drag.current;
        drag.current = null;
        // A click alone changes nothing.
        if (held !== null && event.clientX !== held.from) {
          onDone(widthAt(event, held));
        } else {
          onDrag(null);
        }
      }}
      onPointerCancel={() => {
        drag.current = null;
        onDrag(null);
      }}
      onDoubleClick={() => onDone(null)}
      onKeyDown={onKeyDown}
    />
  );
}

function clampWidth(width: number): number {
  return Math.round(Math.max(columnMin, Math.min(columnMax, width)));
}

function widthOf(handle: Element): number {
  return handle.parentElement?.getBoundingClientRect().width ?? 0;
}

function directionOf(handle: Element): 1 | -1 {
  return getComputedStyle(handle).direction === 'rtl' ? -1 : 1;
}
