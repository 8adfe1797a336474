import { Checkbox } from 'antd';
import { useText } from '../../lib/text.ts';

interface StockOptionProps {
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether stock quantities are read that the source's lists leave out, and what that costs. */
export function StockOption({ checked, onChange }: StockOptionProps) {
  const text = useText();
  return (
    <div className="stock-option">
      <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)}>
        {text('collect.stock')}
      </Checkbox>
      <span className="caption">{text('collect.stock.hint')}</span>
    </div>
  );
}
