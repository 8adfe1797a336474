import type { ReactNode } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Grid, Row } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import type { BarTone } from './bar.tsx';
import { Bar } from './bar.tsx';
import './figures.css';

interface ProgressLineProps {
  name: string;
  done: number;
  /** Null until known. */
  total: number | null;
  secondsLeft?: number | null;
  /** Next to the figures: "跳过 6". */
  notes?: string[];
  tone?: BarTone;
  /** Right of the name, instead of the percentage. */
  end?: ReactNode;
}

/** Returns the ratio to show as a percentage: 100 % only when all is done. */
export function shownPart(part: number): number {
  return part < 1 ? Math.min(0.99, part) : 1;
}

/** One long-running task: name and percentage, bar, figures and the time left. */
export function ProgressLine({
  name,
  done,
  total,
  secondsLeft = null,
  notes = [],
  tone,
  end,
}: ProgressLineProps) {
  const text = useText();
  const format = useFormat();
  const part = total === null ? null : total === 0 ? 1 : done / total;
  const time = secondsLeft === null ? null : format.duration(secondsLeft);
  const spoken =
    total === null
      ? text('progress.done', { done })
      : time === null
        ? text('progress.valueText', { done, total })
        : text('progress.valueTextLeft', { done, total, time });
  return (
    <Grid className="progress-line" gap={6} shrink>
      <Row className="progress-line-head" justify="between" gap={12} shrink font="small">
        <Text className="cut" weight={500} shrink title={name}>
          {name}
        </Text>
        <span>{end ?? (part === null ? '' : format.percent(shownPart(part)))}</span>
      </Row>
      <Bar part={part} label={name} valueText={spoken} {...(tone === undefined ? {} : { tone })} />
      <Row className="progress-line-foot" justify="between" gap={12} shrink font="caption" tone="t2">
        <span className="cut">
          {[
            total === null ? text('progress.done', { done }) : text('progress.of', { done, total }),
            ...notes,
          ].join(' · ')}
        </span>
        {time !== null && (
          <span>
            {secondsLeft !== null && secondsLeft < 10
              ? text('time.left', { time })
              : text('time.leftAbout', { time })}
          </span>
        )}
      </Row>
    </Grid>
  );
}
