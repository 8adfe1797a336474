import type { Run } from '@bowerbird/contract/runs';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
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
    <div className="progress-line">
      <div className="progress-line-head">
        <span className="progress-line-name cut" title={name}>
          {name}
        </span>
        <span>{format.number(listed)}</span>
      </div>
      <SegmentBar
        thick={false}
        total={total}
        parts={[
          { key: 'listed', count: listed, tone: 'green' },
          { key: 'rejected', count: failed, tone: 'red' },
        ]}
      />
      <div className="progress-line-foot">
        <span className="cut">{words}</span>
        {secondsLeft !== null && (
          <span>{text('time.leftAbout', { time: format.duration(secondsLeft) })}</span>
        )}
      </div>
    </div>
  );
}
