import { Button, Checkbox, Popover, Segmented } from 'antd';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/icon.tsx';
import type { TableLook } from './table-look.ts';
import { optionalColumns } from './table-look.ts';

interface TableMenuProps {
  look: TableLook;
  onChange(look: TableLook): void;
}

/** Which columns stand, and how high a row is. */
export function TableMenu({ look, onChange }: TableMenuProps) {
  const text = useText();
  const content = (
    <div className="products-table-menu">
      <Segmented
        block
        aria-label={text('products.density')}
        value={look.density}
        onChange={(density) => onChange({ ...look, density })}
        options={[
          { value: 'comfortable' as const, label: text('products.density.comfortable') },
          { value: 'compact' as const, label: text('products.density.compact') },
        ]}
      />
      {optionalColumns.map((column) => (
        <Checkbox
          key={column}
          checked={!look.hidden.includes(column)}
          onChange={({ target }) =>
            onChange({
              ...look,
              hidden: target.checked
                ? look.hidden.filter((each) => each !== column)
                : [...look.hidden, column],
            })
          }
        >
          {text(`products.column.${column}`)}
        </Checkbox>
      ))}
    </div>
  );
  return (
    <Popover content={content} trigger="click" placement="bottomRight" arrow={false}>
      <Button
        icon={<Icon name="columns" />}
        aria-label={text('products.columns')}
        title={text('products.columns')}
      />
    </Popover>
  );
}
