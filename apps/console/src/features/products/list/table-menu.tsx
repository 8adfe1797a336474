import { Button, Popover, Segmented } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { ColumnOrder } from './column-order.tsx';
import type { TableLook } from './table-look.ts';

interface TableMenuProps {
  look: TableLook;
  onChange(look: TableLook): void;
}

/** Chooses columns, their order, and the row height. */
export function TableMenu({ look, onChange }: TableMenuProps) {
  const text = useText();
  const content = (
    <Box className="products-table-menu" minW={210}>
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
      <ColumnOrder look={look} onChange={onChange} />
    </Box>
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
