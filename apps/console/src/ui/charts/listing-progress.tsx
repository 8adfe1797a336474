import type { Run } from '@bowerbird/contract/runs';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Grid, Row } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import { SegmentBar } from './bar.tsx';
import './figures.css';

interface ListingProgressProps {
  name: string;
  run: Pick<Run, 'done' | 'failed' | 'secondsLeft'>;
  /** Counted per store: a product listed to two stores counts twice. */
  total: number;
}

/** A running listing run: listed, rejected and waiting products, each with a figure and colour. */
export function ListingProgress({ name, run: { done, failed, secondsLeft }, total }: ListingProgressProps) {
  const text = useText();
  const format = useFormat();
  const listed = done - failed;
  const open = Math.max(0, total - done);
  const words = [
    text('tray.listed', { listed, total }),
    ...(failed > 0 ? [text('progress.refused', { n: failed })] : []),
    ...(open > 0 ? [text('progress.waiting', { n: open })] : []),
  ].join(' · ');
  return (
    <Grid className="progress-line" gap={6} shrink>
      <Row className="progress-line-head" justify="between" gap={12} shrink font="small">
        <Text className="cut" weight={500} shrink title={name}>
          {name}
        </Text>
        <span>{format.number(listed)}</span>
      </Row>
      <SegmentBar
        thick={false}
        total={total}
        parts={[
          { key: 'listed', count: listed, tone: 'green' },
          { key: 'rejected', count: failed, tone: 'red' },
        ]}
      />
      <Row className="progress-line-foot" justify="between" gap={12} shrink font="caption" tone="t2">
        <span className="cut">{words}</span>
        {secondsLeft !== null && (
          <span>{text('time.leftAbout', { time: format.duration(secondsLeft) })}</span>
        )}
      </Row>
    </Grid>
  );
}
