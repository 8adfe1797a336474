import { Button, Checkbox } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import type { OptionalColumn, TableLook } from './table-look.ts';
import { firstLook, shownColumns, withMoved } from './table-look.ts';

interface ColumnOrderProps {
  look: TableLook;
  onChange(look: TableLook): void;
}

/** Chooses the visible columns, their order, and which stay in view; can be reset to the default. */
export function ColumnOrder({ look, onChange }: ColumnOrderProps) {
  const text = useText();
  const { order, hidden, pinned, widths } = look;
  const shown = shownColumns(look);
  const isFirst =
    Object.keys(widths).length === 0 &&
    pinned.length === 0 &&
    String(order) === String(firstLook.order) &&
    String([...hidden].sort()) === String([...firstLook.hidden].sort());
  const toggled = (columns: readonly OptionalColumn[], column: OptionalColumn) =>
    columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column];
  const moveTo = (column: OptionalColumn, target: OptionalColumn | undefined) =>
    target !== undefined && onChange(withMoved(look, column, target));
  return (
    <>
      <Stack
        as="ul"
        className="products-columns"
        gap={2}
        m={0}
        p={0}
        aria-label={text('products.columns.order')}
      >
        {[...shown, ...order.filter((column) => hidden.includes(column))].map((column, index) => {
          const name = text(`products.column.${column}`);
          const isShown = index < shown.length;
          const isPinned = pinned.includes(column);
          return (
            <li key={column}>
              <Checkbox
                checked={isShown}
                onChange={() => onChange({ ...look, hidden: toggled(hidden, column) })}
              >
                {name}
              </Checkbox>
              {isShown && (
                <>
                  <Button
                    type="text"
                    size="small"
                    icon={<Icon name="pin" size={14} />}
                    aria-label={text('products.columns.pin', { name })}
                    title={text('products.columns.pin', { name })}
                    aria-pressed={isPinned}
                    onClick={() => onChange({ ...look, pinned: toggled(pinned, column) })}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<Icon name="up" size={14} />}
                    aria-label={text('products.columns.earlier', { name })}
                    disabled={index === 0}
                    onClick={() => moveTo(column, shown[index - 1])}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<Icon name="down" size={14} />}
                    aria-label={text('products.columns.later', { name })}
                    disabled={index === shown.length - 1}
                    onClick={() => moveTo(column, shown[index + 1])}
                  />
                </>
              )}
            </li>
          );
        })}
      </Stack>
      <Button
        type="link"
        size="small"
        disabled={isFirst}
        onClick={() => onChange({ ...firstLook, density: look.density })}
      >
        {text('products.columns.reset')}
      </Button>
    </>
  );
}
