import { watchHours } from '@bowerbird/contract/collect/watches';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../../lib/text/text.ts';
import { zoneName } from '../../lib/text/zone-text.ts';
import { StockOption } from '../../ui/form/claim/stock-option.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import type { WatchContent, WatchDraft } from './watch-draft.ts';
import { hourCounts } from './watch-draft.ts';

export type WatchForm = SchemaForm<WatchDraft, WatchContent>;

interface WatchFieldsProps {
  form: WatchForm;
  /** Whether the platform's lists leave out inventory that can be requested. */
  supportsStockRequests: boolean;
}

/** The name, how often it is read, and which events are reported. */
export function WatchFields({ form, supportsStockRequests }: WatchFieldsProps) {
  const text = useText();
  const draft = form.watch();
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
      <FormField form={form} name="name" label={text('watches.name')} missing={text('watches.fault.name')}>
        {(control) => <Input {...control} maxLength={80} />}
      </FormField>
      <FormField form={form} name="everyHours" label={text('watches.often')}>
        {(control) => (
          <Select
            {...control}
            options={watchHours.map((hours) => ({ value: hours, label: text(`watches.every.${hours}`) }))}
          />
        )}
      </FormField>
      {hourCounts(draft.everyHours) && (
        <Grid columns="120px minmax(0, 1fr)" gap={14}>
          <FormField form={form} name="hour" label={text('watches.hour')}>
            {(control) => (
              <Select
                {...control}
                options={Array.from({ length: 24 }, (_, hour) => ({
                  value: hour,
                  label: `${String(hour).padStart(2, '0')}:00`,
                }))}
              />
            )}
          </FormField>
          <FormField form={form} name="timeZone" label={text('watches.zone')}>
            {(control) => <Select {...control} showSearch options={zones} />}
          </FormField>
        </Grid>
      )}
      {supportsStockRequests && (
        <StockOption checked={draft.readsStock} onChange={(on) => form.setValue('readsStock', on)} />
      )}
      <Stack as="fieldset" className="watch-fieldset" gap={10} shrink m={0} p={0} border="none">
        <legend>{text('watches.report')}</legend>
        <Row as="span" className="watch-price" wrap align="center" gap={6}>
          <Checkbox
            checked={draft.priceOn}
            onChange={({ target }) => form.setValue('priceOn', target.checked)}
          >
            {text('watches.report.price')}
          </Checkbox>
          <InputNumber
            size="small"
            min={1}
            max={90}
            precision={0}
            suffix="%"
            disabled={!draft.priceOn}
            aria-label={text('watches.report.percent')}
            value={draft.pricePercent}
            onChange={(percent) => form.setValue('pricePercent', percent ?? 5)}
          />
        </Row>
        <Checkbox checked={draft.stock} onChange={({ target }) => form.setValue('stock', target.checked)}>
          {text('watches.report.stock')}
        </Checkbox>
        <Checkbox checked={draft.gone} onChange={({ target }) => form.setValue('gone', target.checked)}>
          {text('watches.report.gone')}
        </Checkbox>
      </Stack>
    </>
  );
}
