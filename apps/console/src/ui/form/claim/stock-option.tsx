import { Checkbox } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../layout/box.tsx';

interface StockOptionProps {
  checked: boolean;
  /** What it costs and when it applies; if left out, what it costs. */
  hint?: string;
  onChange(checked: boolean): void;
}

/** Option to read inventory quantities that the source's lists leave out, and what that costs. */
export function StockOption({ checked, hint, onChange }: StockOptionProps) {
  const text = useText();
  return (
    <Row wrap align="baseline" gap={[2, 12]}>
      <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)}>
        {text('collect.stock')}
      </Checkbox>
      <span className="caption">{hint ?? text('collect.stock.hint')}</span>
    </Row>
  );
}
