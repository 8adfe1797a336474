import { Input, Segmented } from 'antd';
import { useId } from 'react';
import { useText } from '../../lib/text.ts';
import type { ChosenPeriod, PeriodName } from './analysis-period.ts';
import { periodNames, sound } from './analysis-period.ts';

interface PeriodChoiceProps {
  period: ChosenPeriod;
  onChange(change: Record<string, string>): void;
}

/** Chooses the period shown; a custom period opens two fields. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  const text = useText();
  const id = useId();
  const field = (end: 'from' | 'to') => (
    <span className="period-end">
      <label htmlFor={`${id}-${end}`}>{text(`analysis.${end}`)}</label>
      <Input
        id={`${id}-${end}`}
        type="date"
        value={period[end]}
        status={sound(period) === null ? 'error' : ''}
        onChange={({ target }) => {
          if (target.value !== '') {
            onChange({ from: period.from, to: period.to, [end]: target.value });
          }
        }}
      />
    </span>
  );
  return (
    <div className="period-choice">
      <Segmented<PeriodName>
        aria-label={text('analysis.period')}
        value={period.name}
        onChange={(name) =>
          onChange({ period: name, ...(name === 'own' && { from: period.from, to: period.to }) })
        }
        options={periodNames.map((value) => ({ value, label: text(`analysis.period.${value}`) }))}
      />
      {period.name === 'own' && (
        <div className="period-own">
          {field('from')}
          {field('to')}
          {sound(period) === null && (
            <p className="period-bad" role="alert">
              {text('analysis.ownBad')}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
