import type { ReactNode } from 'react';
import { Text } from '../text/text.tsx';
import { Box, Row } from './box.tsx';
import './page-head.css';

interface SectionHeadProps {
  title: ReactNode;
  /** Shown as a small neutral tag. */
  count?: ReactNode;
  /** Grey remark next to the title. */
  note?: ReactNode;
  /** Right: one link or button. */
  action?: ReactNode;
  /** Without the divider, if a grid of images follows. */
  bare?: boolean;
  live?: boolean;
}

/** The header of a section. */
export function SectionHead({ title, count, note, action, bare = false, live = false }: SectionHeadProps) {
  return (
    <Row
      className={bare ? 'section-head bare' : 'section-head'}
      align="center"
      justify="between"
      gap={12}
      minH={28}
      pb={6}
      borderBottom
    >
      <h2 className="section-title">
        <span>{title}</span>
        {count !== undefined && <span className="count-tag">{count}</span>}
        {live && <span className="live-dot" />}
        {note !== undefined && (
          <Text className="section-note" font="small" weight={400} tone="t2">
            {note}
          </Text>
        )}
      </h2>
      {action !== undefined && (
        <Box as="span" className="section-link" rigid font="small">
          {action}
        </Box>
      )}
    </Row>
  );
}
