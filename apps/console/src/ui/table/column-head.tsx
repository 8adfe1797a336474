import type { ReactNode } from 'react';
import { useState } from 'react';
import { Icon } from '../images/icon.tsx';
import { Box, Row } from '../layout/box.tsx';
import type { Column } from './column.ts';

/** What is dragged between column headers of one window. */
const dragType = 'application/x-bowerbird-column';

interface ColumnHeadProps<Row> {
  column: Column<Row>;
  /** The edge by which the column is resized. */
  children: ReactNode;
  /** The column `key` was dropped on `target`. */
  onMove?: ((key: string, target: string) => void) | undefined;
}

/** A column's header: sorts when it is pressed, and can be dragged onto another one. */
export function ColumnHead<Row>({ column, children, onMove }: ColumnHeadProps<Row>) {
  const [over, setOver] = useState(false);
  const sort = column.sorted === 'asc' ? 'ascending' : column.sorted === 'desc' ? 'descending' : undefined;
  const drag =
    onMove === undefined
      ? {}
      : {
          draggable: true,
          onDragStart: (event: React.DragEvent) => {
            event.dataTransfer.setData(dragType, column.key);
            event.dataTransfer.effectAllowed = 'move';
          },
        };
  const drop =
    onMove === undefined
      ? {}
      : {
          onDragOver: (event: React.DragEvent) => {
            if (event.dataTransfer.types.includes(dragType)) {
              event.preventDefault();
              setOver(true);
            }
          },
          onDragLeave: () => setOver(false),
          onDrop: (event: React.DragEvent) => {
            const key = event.dataTransfer.getData(dragType);
            setOver(false);
            if (key !== '' && key !== column.key) {
              event.preventDefault();
              onMove(key, column.key);
            }
          },
        };
  return (
    <Box
      role="columnheader"
      aria-sort={sort}
      className={`data-table-cell${column.align === 'end' ? ' num' : ''}${over ? ' drop' : ''}`}
      shrink
      p={[0, 8]}
      cut
      {...drop}
    >
      {column.onSort === undefined ? (
        <span {...drag}>{column.title}</span>
      ) : (
        <Row
          as="button"
          type="button"
          hover="t1"
          inline
          align="center"
          gap={2}
          radius="xs"
          tone="inherit"
          onClick={column.onSort}
          {...drag}
        >
          <span>{column.title}</span>
          {sort !== undefined && (
            <span className={sort === 'ascending' ? 'data-table-arrow up' : 'data-table-arrow'}>
              <Icon name="sort" size={14} />
            </span>
          )}
        </Row>
      )}
      {children}
    </Box>
  );
}
