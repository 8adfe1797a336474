import { scheduleHours } from '@bowerbird/contract/listing/schedules';
import { Checkbox, Input, Select } from 'antd';
import { useTexts } from '../../../lib/text/language.ts';
import { dayText } from '../../../lib/text/sentences/day-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import type { When } from './when-draft.ts';
import './when.css';

interface WhenFieldsProps {
  when: When;
  onChange(when: When): void;
}

const repeats = ['daily', 'weekly', 'hours'] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The first time and, for repeated listings, how often. */
export function WhenFields({ when, onChange }: WhenFieldsProps) {
  const text = useText();
  const { language } = useTexts();
  const change = (part: Partial<When>) => onChange({ ...when, ...part });
  return (
    <Box className="when-fields" gap={14} shrink>
      <Field
        label={text(when.kind === 'once' ? 'schedules.at' : 'schedules.from')}
        hint={text('schedules.storeClock')}
        error={when.first === '' ? text('schedules.needTime') : null}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={when.first}
            onChange={({ target }) => change({ first: target.value })}
          />
        )}
      </Field>
      {when.kind === 'repeating' && (
        <>
          <Field label={text('schedules.repeat')}>
            {(control) => (
              <Select
                {...control}
                value={when.repeat}
                onChange={(repeat) => change({ repeat })}
                options={repeats.map((value) => ({ value, label: text(`schedules.repeat.${value}`) }))}
              />
            )}
          </Field>
          {when.repeat === 'weekly' && (
            <Row as="fieldset" className="when-days" wrap gap={8} shrink m={0} p={0} border="none">
              <legend className="only-read">{text('schedules.days')}</legend>
              {weekdays.map((day) => (
                <Chip
                  key={day}
                  set={when.days.includes(day)}
                  onClick={() =>
                    change({
                      days: when.days.includes(day)
                        ? when.days.filter((each) => each !== day)
                        : [...when.days, day],
                    })
                  }
                >
                  {dayText(language, day)}
                </Chip>
              ))}
              {when.days.length === 0 && (
                <p className="field-error" role="alert">
                  {text('schedules.needDay')}
                </p>
              )}
            </Row>
          )}
          {when.repeat === 'hours' && (
            <Field label={text('schedules.every')}>
              {(control) => (
                <Select
                  {...control}
                  value={when.every}
                  onChange={(every) => change({ every })}
                  options={scheduleHours.map((value) => ({
                    value,
                    label: text('schedules.everyHours', { n: value }),
                  }))}
                />
              )}
            </Field>
          )}
        </>
      )}
      <Checkbox
        checked={when.showsDelisted}
        onChange={({ target }) => change({ showsDelisted: target.checked })}
      >
        {text('schedules.showsDelisted')}
        <span className="caption">{text('schedules.showsDelisted.note')}</span>
      </Checkbox>
    </Box>
  );
}
