import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Row } from '../layout/box.tsx';
import '../images/platform-mark.css';

interface OriginMarkProps {
  from: 'source' | 'person' | 'rule' | 'created' | 'store' | 'file';
  /** It was set by hand over a rule, which would make something else of it. */
  under?: boolean;
  /** The name of the rule or of the person, if the value is not from the reader. */
  name?: string | null;
  /** Opens on click: value, source, time. */
  details?: ReactNode;
}

/** Shows where a field's value comes from, next to its label. */
export function OriginMark({ from, under = false, name, details }: OriginMarkProps) {
  const text = useText();
  const words =
    name && from === 'rule'
      ? text('origin.ruleNamed', { name })
      : name && from === 'person'
        ? text('origin.personNamed', { name })
        : text(`origin.${from}`);
  const shown = under ? text('origin.over', { origin: words }) : words;
  if (details === undefined) {
    return (
      <Row
        as="span"
        className={`origin-mark from-${from}`}
        inline
        align="center"
        gap={4}
        font="caption"
        tone="t2"
        radius="xs"
      >
        {shown}
      </Row>
    );
  }
  return (
    <Popover content={details} trigger="click" placement="bottomRight" arrow={false}>
      <Row
        as="button"
        type="button"
        className={`origin-mark from-${from}`}
        inline
        align="center"
        gap={4}
        font="caption"
        tone="t2"
        radius="xs"
      >
        {shown}
      </Row>
    </Popover>
  );
}
