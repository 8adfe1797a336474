import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { Grid } from '../layout/box.tsx';
import { Text } from './text.tsx';
import '../images/platform-mark.css';

interface WhyProps {
  title: ReactNode;
  /** One line per step; the last is the check. */
  lines: { what: ReactNode; value: ReactNode; good?: boolean }[];
  /** The value that is explained. */
  children: ReactNode;
}

/** A value that explains its calculation on hover, focus or click. */
export function Why({ title, lines, children }: WhyProps) {
  const content = (
    <div>
      <div className="why-title">{title}</div>
      <Grid as="dl" columns="1fr auto" gap={[2, 24]} minW={200} maxW={320} font="small">
        {lines.map(({ what, value, good }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one calculation keep their order.
          <div key={index} style={{ display: 'contents' }}>
            <Text as="dt" tone="t2">
              {what}
            </Text>
            <Text
              as="dd"
              className={good === undefined ? '' : good ? 'tone-green' : 'tone-red'}
              textAlign="end"
            >
              {value}
            </Text>
          </div>
        ))}
      </Grid>
    </div>
  );
  return (
    <Popover content={content} trigger={['hover', 'focus', 'click']} arrow={false} placement="bottomRight">
      <button type="button" className="why-open">
        {children}
      </button>
    </Popover>
  );
}
