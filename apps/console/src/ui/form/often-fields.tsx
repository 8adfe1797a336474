import { watchHours } from '@bowerbird/contract/collect/watches';
import { Select } from 'antd';
import { useMemo } from 'react';
import { hourCounts, type When } from '../../lib/text/sentences/often-text.ts';
import { zoneName } from '../../lib/text/sentences/zone-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Grid } from '../layout/box.tsx';
import { Field } from './field.tsx';

interface OftenFieldsProps {
  label: string;
  when: When;
  onChange(when: When): void;
}

/** How often something is looked at, and at which hour of which time zone where that counts. */
export function OftenFields({ label, when, onChange }: OftenFieldsProps) {
  const text = useText();
  const zones = useMemo(
    () =>
      Intl.supportedValuesOf('timeZone').map((zone) => ({
        value: zone,
        label: `${zoneName(zone)} (${zone})`,
      })),
    [],
  );
  return (
    <>
      <Field label={label}>
        {(control) => (
          <Select
            {...control}
            value={when.everyHours}
            onChange={(hours) => onChange({ ...when, everyHours: hours })}
            options={watchHours.map((hours) => ({ value: hours, label: text(`watches.every.${hours}`) }))}
          />
        )}
      </Field>
      {hourCounts(when.everyHours) && (
        <Grid columns="120px minmax(0, 1fr)" gap={14}>
          <Field label={text('watches.hour')}>
            {(control) => (
              <Select
                {...control}
                value={when.hour}
                onChange={(hour) => onChange({ ...when, hour })}
                options={Array.from({ length: 24 }, (_, hour) => ({
                  value: hour,
                  label: `${String(hour).padStart(2, '0')}:00`,
                }))}
              />
            )}
          </Field>
          <Field label={text('watches.zone')}>
            {(control) => (
              <Select
                {...control}
                showSearch
                value={when.timeZone}
                onChange={(zone) => onChange({ ...when, timeZone: zone })}
                options={zones}
              />
            )}
          </Field>
        </Grid>
      )}
    </>
  );
}
