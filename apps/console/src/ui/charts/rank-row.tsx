import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Box, Grid, Row } from '../layout/box.tsx';
import type { BarTone } from './bar.tsx';
import { SegmentBar } from './bar.tsx';
import './charts.css';

interface RankRowProps {
  name: string;
  /** Shown before the name. */
  mark?: ReactNode;
  note?: string;
  value: string;
  parts: { key: string; count: number; tone: BarTone }[];
  /** The value of a full bar. */
  total: number;
  /** Target of a click, and its name. */
  to?: string;
  toTitle?: string;
}

/** One row of a ranking: name, figure, and a bar that compares it with the others. */
export function RankRow({ name, mark, note, value, parts, total, to, toTitle }: RankRowProps) {
  const inside = (
    <>
      <Row as="span" align="center" gap={8} shrink font="small">
        {mark}
        <Box as="span" className="rank-row-name cut" grow shrink title={name}>
          {name}
        </Box>
        {note !== undefined && (
          <Box as="span" rigid font="caption" tone="t2">
            {note}
          </Box>
        )}
        <Box as="span" rigid minW={44} textAlign="end" weight={500}>
          {value}
        </Box>
      </Row>
      <SegmentBar parts={parts} total={total} thick={false} />
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <Grid className="rank-row" gap={4} tone="inherit">
          {inside}
        </Grid>
      ) : (
        <Grid as={Link} className="rank-row" gap={4} tone="inherit" to={to} title={toTitle}>
          {inside}
        </Grid>
      )}
    </li>
  );
}
