import { Button, Checkbox } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import type { OptionalColumn, TableLook } from './table-look.ts';
import { firstLook } from './table-look.ts';

interface ColumnOrderProps {
  look: TableLook;
  onChange(look: TableLook): void;
}

/** Chooses the visible columns and their order; can be reset to the default. */
export function ColumnOrder({ look, onChange }: ColumnOrderProps) {
  const text = useText();
  const { order, hidden } = look;
  const move = (column: OptionalColumn, by: 1 | -1) => {
    const at = order.indexOf(column);
    onChange({ ...look, order: order.toSpliced(at, 1).toSpliced(at + by, 0, column) });
  };
  const isFirst =
    Object.keys(look.widths).length === 0 &&
    String(order) === String(firstLook.order) &&
    String([...hidden].sort()) === String(firstLook.hidden);
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
        {order.map((column, index) => {
          const name = text(`products.column.${column}`);
          return (
            <li key={column}>
              <Checkbox
                checked={!hidden.includes(column)}
                onChange={({ target }) =>
                  onChange({
                    ...look,
                    hidden: target.checked ? hidden.filter((each) => each !== column) : [...hidden, column],
                  })
                }
              >
                {name}
              </Checkbox>
              <Button
                type="text"
                size="small"
                icon={<Icon name="up" size={14} />}
                aria-label={text('products.columns.earlier', { name })}
                disabled={index === 0}
                onClick={() => move(column, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<Icon name="down" size={14} />}
                aria-label={text('products.columns.later', { name })}
                disabled={index === order.length - 1}
                onClick={() => move(column, 1)}
              />
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
