import { Badge, Button, Checkbox, Input, Popover, Segmented } from 'antd';
import { memo } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { type ColumnId, gridColumns, type Sheet, sheets } from './model/columns.ts';
import type { CellWords } from './use-cell-words.ts';
import { type RowFilter, rowKinds } from './use-view.ts';

interface GridToolsProps {
  words: CellWords;
  sheet: Sheet;
  filter: RowFilter;
  /** Rows that are shown. */
  rows: number;
  hidden: ReadonlySet<ColumnId>;
  canUndo: boolean;
  canRedo: boolean;
  finding: boolean;
  onSheet(sheet: Sheet): void;
  onFilter(filter: RowFilter): void;
  onHidden(hidden: ReadonlySet<ColumnId>): void;
  onFind(): void;
  onUndo(): void;
  onRedo(): void;
}

/** Above the sheet: which rows and columns are shown, undo, redo, and finding. */
export const GridTools = memo(function GridTools(props: GridToolsProps) {
  const { words, sheet, filter, rows, hidden, canUndo, canRedo, finding, onFilter, onHidden } = props;
  const text = useText();
  const columns = (
    <Stack gap={4} maxH={420} overflow="auto" minW={180}>
      {gridColumns.slice(1).map((column) => (
        <Checkbox
          key={column.id}
          checked={!hidden.has(column.id)}
          onChange={({ target }) => {
            const next = new Set(hidden);
            if (target.checked) {
              next.delete(column.id);
            } else {
              next.add(column.id);
            }
            onHidden(next);
          }}
        >
          {words.column(column)}
        </Checkbox>
      ))}
      <Button size="small" disabled={hidden.size === 0} onClick={() => onHidden(new Set())}>
        {text('grid.columns.reset')}
      </Button>
    </Stack>
  );
  return (
    <Row className="grid-tools" wrap align="center" gap={8}>
      <Segmented
        aria-label={text('grid.sheet')}
        value={sheet}
        onChange={props.onSheet}
        options={sheets.map((value) => ({ value, label: text(`grid.sheet.${value}`) }))}
      />
      <Input
        allowClear
        prefix={<Icon name="filter" size={14} />}
        placeholder={text('grid.filter')}
        aria-label={text('grid.filter')}
        value={filter.text}
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <Segmented
        aria-label={text('grid.filter.which')}
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
        options={rowKinds.map((value) => ({ value, label: text(`grid.filter.${value}`) }))}
      />
      <Text font="small" tone="t2" role="status">
        {text('grid.rows', { n: rows })}
      </Text>
      <Row gap={8} ms="auto">
        <Button
          icon={<Icon name="undo" />}
          aria-label={text('grid.undo')}
          title={text('grid.undo')}
          disabled={!canUndo}
          onClick={props.onUndo}
        />
        <Button
          icon={<Icon name="redo" />}
          aria-label={text('grid.redo')}
          title={text('grid.redo')}
          disabled={!canRedo}
          onClick={props.onRedo}
        />
        <Button icon={<Icon name="search" />} aria-pressed={finding} onClick={props.onFind}>
          {text('grid.find')}
        </Button>
        {sheet === 'variants' && (
          <Popover content={columns} trigger="click" placement="bottomRight" arrow={false}>
            <Badge dot={hidden.size > 0} offset={[-4, 4]}>
              <Button
                icon={<Icon name="columns" />}
                aria-label={text('grid.columns')}
                title={text('grid.columns')}
              />
            </Badge>
          </Popover>
        )}
      </Row>
    </Row>
  );
});
