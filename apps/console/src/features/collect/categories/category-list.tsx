import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row } from '../../../ui/layout/box.tsx';
import type { TreeRow } from './category-tree.ts';
import { tickOf } from './category-tree.ts';

interface CategoryListProps {
  rows: TreeRow[];
  chosen: ReadonlySet<string>;
  /** Everything is collected, whatever is ticked. */
  whole: boolean;
  focused: string | null;
  onTick(row: TreeRow, on: boolean): void;
  onFocus(row: TreeRow): void;
}

/** A source's categories with counts and three-state checkboxes. Arrow keys move, Space or x ticks. */
export function CategoryList({ rows, chosen, whole, focused, onTick, onFocus }: CategoryListProps) {
  const text = useText();
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 38,
    overscan: 10,
    initialRect: { width: 320, height: 480 },
  });
  const at = rows.findIndex(({ node }) => node.id === focused);

  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[index];
    if (row !== undefined) {
      onFocus(row);
      virtual.scrollToIndex(index);
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-node="${index}"]`)?.focus(),
      );
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    const act = {
      ArrowDown: () => move(at + 1),
      j: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      k: () => move(at - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ' ': () => row && !whole && onTick(row, tickOf(chosen, row.family) !== 'on'),
      x: () => row && !whole && onTick(row, tickOf(chosen, row.family) !== 'on'),
    }[event.key];
    if (act !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      act();
    }
  };
  return (
    <Box
      ref={scroller}
      className="category-list"
      maxH="calc(100vh - 420px)"
      minH={260}
      overflow="auto"
      role="tree"
      aria-label={text('collect.tree')}
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) {
            return null;
          }
          const tick = whole ? 'on' : tickOf(chosen, row.family);
          return (
            <Row
              key={row.node.id}
              data-node={index}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={row.node.id === focused}
              aria-checked={tick === 'some' ? 'mixed' : tick === 'on'}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              tabIndex={row.node.id === focused || (at === -1 && index === 0) ? 0 : -1}
              className={row.node.id === focused ? 'category-row current' : 'category-row'}
              hover="ground"
              align="center"
              gap={10}
              h={38}
              radius="m"
              font="small"
              style={{ transform: `translateY(${start}px)`, paddingInlineStart: 10 + row.depth * 20 }}
              onFocus={() => onFocus(row)}
              onClick={() => onFocus(row)}
            >
              <Checkbox
                tabIndex={-1}
                disabled={whole}
                aria-label={text('table.selectRow', { name: row.node.name })}
                checked={tick === 'on'}
                indeterminate={tick === 'some'}
                onChange={({ target }) => onTick(row, target.checked)}
              />
              <Box as="span" className="cut" grow shrink title={row.node.name}>
                {row.node.name}
              </Box>
              <span className="num quiet">
                {row.node.promised === null ? '—' : format.number(row.node.promised)}
              </span>
            </Row>
          );
        })}
      </div>
    </Box>
  );
}
