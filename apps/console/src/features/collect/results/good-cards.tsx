import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { useScroller } from '../../../ui/layout/scroller.ts';
import { useRowActions } from '../../../ui/table/row-actions.tsx';
import { isTyping } from '../../../ui/table/typing.ts';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { GoodCard } from './good-card.tsx';
import { useResultActions } from './result-actions.ts';

interface GoodCardsProps {
  rows: CollectedRow[];
  total: number;
  selection: SelectionState;
  /** Cards that are disappearing now. */
  leaving: ReadonlySet<string>;
  onOpen(row: CollectedRow): void;
  onCompare(row: CollectedRow): void;
  onEnd(): void;
}

const gap = 18;
const idealWidth = 200;
const wordsHeight = 94;

/**
 * A grid of any number of cards, rendered only while in view. Arrow keys or j k move, x selects, Shift x selects a
 * range, Enter opens.
 */
export function GoodCards({ rows, total, selection, leaving, onOpen, onCompare, onEnd }: GoodCardsProps) {
  const text = useText();
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const { width, margin } = useMeasured(grid);
  const columns = Math.max(2, Math.floor((width + gap) / (idealWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const lines = Math.ceil(rows.length / columns);
  const [focused, setFocused] = useState(0);
  const anchor = useRef(0);
  const actionsOf = useResultActions();
  const { open: openMenu, menu } = useRowActions();

  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardWidth + wordsHeight,
    overscan: 2,
    scrollMargin: margin,
    scrollPaddingStart: 120,
    scrollPaddingEnd: 90,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width makes lines of another height.
  useLayoutEffect(() => virtual.measure(), [cardWidth]);
  const items = virtual.getVirtualItems();
  const lastLine = items.at(-1)?.index ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when the view reaches the end, not with each new handler.
  useEffect(() => {
    if (rows.length > 0 && lastLine >= lines - 4) {
      onEnd();
    }
  }, [lastLine, rows.length]);

  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    setFocused(index);
    virtual.scrollToIndex(Math.floor(index / columns));
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-card="${index}"]`)?.focus());
  };
  const choose = (index: number, on: boolean, range: boolean) => {
    const [from, to] = range
      ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      : [index, index];
    selection.set(
      rows.slice(from, to + 1).map(({ id }) => id),
      on,
    );
    anchor.current = index;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused];
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || row === undefined) {
      return;
    }
    const onCard = event.target instanceof HTMLElement && event.target.dataset.card !== undefined;
    const act = {
      j: () => move(focused + 1),
      ArrowRight: () => move(focused + 1),
      k: () => move(focused - 1),
      ArrowLeft: () => move(focused - 1),
      ArrowDown: () => move(focused + columns),
      ArrowUp: () => move(focused - columns),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      x: () => choose(focused, !selection.has(row.id), false),
      X: () => choose(focused, true, true),
      ' ': onCard ? () => choose(focused, !selection.has(row.id), false) : undefined,
      Enter: onCard ? () => onOpen(row) : undefined,
    }[event.key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  };

  return (
    <Box
      ref={grid}
      className="good-cards"
      relative
      role="grid"
      tabIndex={-1}
      aria-label={text('collect.box')}
      aria-rowcount={Math.ceil(total / columns)}
      aria-multiselectable
      onKeyDown={onKeyDown}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map((item) => (
        <Grid
          key={item.key}
          role="row"
          aria-rowindex={item.index + 1}
          className="good-cards-line"
          gap={18}
          style={{
            transform: `translateY(${item.start - margin}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {rows.slice(item.index * columns, (item.index + 1) * columns).map((row, place) => {
            const index = item.index * columns + place;
            return (
              <GoodCard
                key={row.id}
                row={row}
                index={index}
                selected={selection.has(row.id)}
                leaving={leaving.has(row.id)}
                focusable={index === Math.min(focused, rows.length - 1)}
                onFocus={() => setFocused(index)}
                onSelect={(on, range) => choose(index, on, range)}
                onOpen={() => onOpen(row)}
                onMenu={(event) => openMenu(event, actionsOf(row))}
                onCompare={() => onCompare(row)}
              />
            );
          })}
        </Grid>
      ))}
      {menu}
    </Box>
  );
}

/** Measures the grid's width and how far below the top of the scroll container it begins. */
function useMeasured(grid: { current: HTMLElement | null }) {
  const scroller = useScroller();
  const [measured, setMeasured] = useState({ width: 1100, margin: 0 });
  useLayoutEffect(() => {
    const inner = grid.current;
    if (inner === null) {
      return;
    }
    const measure = () => {
      const outer = scroller.current;
      const box = inner.getBoundingClientRect();
      const margin =
        outer === null ? 0 : Math.round(box.top - outer.getBoundingClientRect().top + outer.scrollTop);
      if (box.width > 0) {
        setMeasured((held) =>
          held.width === box.width && held.margin === margin ? held : { width: box.width, margin },
        );
      }
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(inner);
    if (inner.parentElement !== null) {
      watcher.observe(inner.parentElement);
    }
    return () => watcher.disconnect();
  }, [grid, scroller]);
  return measured;
}
