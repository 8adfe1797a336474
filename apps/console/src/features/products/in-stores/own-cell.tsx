import { Input } from 'antd';
import { useState } from 'react';
import { CellFrame, type CellFrameProps } from './cell-frame.tsx';

interface OwnCellProps extends Omit<CellFrameProps, 'children'> {
  /** The own value; null where the rules decide. */
  value: string | null;
  /** Shown in the empty field in place of what the rules give. */
  shown?: string | null;
  onEnter(typed: string): void;
}

/** A text or an amount: empty, it shows what the rules of the store give. Its value is applied when it is left. */
export function OwnCell({ value, shown = null, onEnter, ...frame }: OwnCellProps) {
  const { isAmount = false } = frame;
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    if (typed !== null) {
      setTyped(null);
      onEnter(typed);
    }
  };
  return (
    <CellFrame {...frame}>
      <Input
        size="small"
        className={isAmount ? 'num' : ''}
        aria-label={frame.name}
        inputMode={isAmount ? 'decimal' : 'text'}
        readOnly={frame.readOnly}
        placeholder={shown ?? frame.ruled}
        title={value ?? shown ?? frame.ruled}
        value={typed ?? value ?? ''}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onPressEnter={leave}
      />
    </CellFrame>
  );
}
