import { Input, Segmented } from 'antd';
import { useId } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
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
    <Row as="span" className="period-end" inline align="center" gap={6} font="small" tone="t2">
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
    </Row>
  );
  return (
    <Stack className="period-choice" align="end" gap={8} maxW="100%" shrink>
      <Segmented<PeriodName>
        aria-label={text('analysis.period')}
        value={period.name}
        onChange={(name) =>
          onChange({ period: name, ...(name === 'own' && { from: period.from, to: period.to }) })
        }
        options={periodNames.map((value) => ({ value, label: text(`analysis.period.${value}`) }))}
      />
      {period.name === 'own' && (
        <Row className="period-own" wrap align="center" justify="end" gap={[8, 12]}>
          {field('from')}
          {field('to')}
          {sound(period) === null && (
            <Text as="p" w="100%" font="small" textAlign="end" tone="red" role="alert">
              {text('analysis.ownBad')}
            </Text>
          )}
        </Row>
      )}
    </Stack>
  );
}
