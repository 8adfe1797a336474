import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
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
    <div className="progress-line">
      <div className="progress-line-head">
        <span className="progress-line-name cut" title={name}>
          {name}
        </span>
        <span>{end ?? (part === null ? '' : format.percent(shownPart(part)))}</span>
      </div>
      <Bar part={part} label={name} valueText={spoken} {...(tone === undefined ? {} : { tone })} />
      <div className="progress-line-foot">
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
      </div>
    </div>
  );
}
