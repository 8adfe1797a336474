import { watchHours } from '@bowerbird/contract/watches';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../../lib/text.ts';
import { zoneName } from '../../lib/zone-text.ts';
import { Field } from '../../ui/form/field.tsx';
import { StockOption } from '../../ui/form/stock-option.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import type { WatchDraft } from './watch-draft.ts';
import { hourCounts } from './watch-draft.ts';

interface WatchFieldsProps {
  draft: WatchDraft;
  tried: boolean;
  /** Whether the platform's lists leave out inventory that can be requested. */
  supportsStockRequests: boolean;
  onChange(draft: WatchDraft): void;
}

/** The name, how often it is read, and which events are reported. */
export function WatchFields({ draft, tried, supportsStockRequests, onChange }: WatchFieldsProps) {
  const text = useText();
  const change = (part: Partial<WatchDraft>) => onChange({ ...draft, ...part });
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
      <Field
        label={text('watches.name')}
        error={tried && draft.name.trim() === '' ? text('watches.fault.name') : null}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={80}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value, named: true })}
          />
        )}
      </Field>
      <Field label={text('watches.often')}>
        {(control) => (
          <Select
            {...control}
            value={draft.everyHours}
            onChange={(everyHours) => change({ everyHours })}
            options={watchHours.map((hours) => ({ value: hours, label: text(`watches.every.${hours}`) }))}
          />
        )}
      </Field>
      {hourCounts(draft.everyHours) && (
        <Grid columns="120px minmax(0, 1fr)" gap={14}>
          <Field label={text('watches.hour')}>
            {(control) => (
              <Select
                {...control}
                value={draft.hour}
                onChange={(hour) => change({ hour })}
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
                value={draft.timeZone}
                onChange={(timeZone) => change({ timeZone })}
                options={zones}
              />
            )}
          </Field>
        </Grid>
      )}
      {supportsStockRequests && (
        <StockOption checked={draft.readsStock} onChange={(readsStock) => change({ readsStock })} />
      )}
      <Stack as="fieldset" className="watch-fieldset" gap={10} shrink m={0} p={0} border="none">
        <legend>{text('watches.report')}</legend>
        <Row as="span" className="watch-price" wrap align="center" gap={6}>
          <Checkbox checked={draft.priceOn} onChange={({ target }) => change({ priceOn: target.checked })}>
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
            onChange={(pricePercent) => change({ pricePercent: pricePercent ?? 5 })}
          />
        </Row>
        <Checkbox checked={draft.stock} onChange={({ target }) => change({ stock: target.checked })}>
          {text('watches.report.stock')}
        </Checkbox>
        <Checkbox checked={draft.gone} onChange={({ target }) => change({ gone: target.checked })}>
          {text('watches.report.gone')}
        </Checkbox>
      </Stack>
    </>
  );
}
