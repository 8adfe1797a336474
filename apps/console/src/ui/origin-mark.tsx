import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../lib/text.ts';
import './platform-mark.css';

interface OriginMarkProps {
  from: 'source' | 'person' | 'rule' | 'created' | 'store';
  /** The rule's name, or who, when it was not the reader. */
  name?: string | null;
  /** Opens on click: value, from where, when. */
  details?: ReactNode;
}

/** Where a field's value comes from, beside its label. */
export function OriginMark({ from, name, details }: OriginMarkProps) {
  const text = useText();
  const words =
    name && from === 'rule'
      ? text('origin.ruleNamed', { name })
      : name && from === 'person'
        ? text('origin.personNamed', { name })
        : text(`origin.${from}`);
  if (details === undefined) {
    return <span className={`origin-mark from-${from}`}>{words}</span>;
  }
  return (
    <Popover content={details} trigger="click" placement="bottomRight" arrow={false}>
      <button type="button" className={`origin-mark from-${from}`}>
        {words}
      </button>
    </Popover>
  );
}
