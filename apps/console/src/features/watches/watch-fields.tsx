import { Checkbox, Input, InputNumber } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { StockOption } from '../../ui/form/claim/stock-option.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { OftenFields } from '../../ui/form/often-fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Row, Stack } from '../../ui/layout/box.tsx';
import type { WatchContent, WatchDraft } from './watch-draft.ts';

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
  return (
    <>
      <FormField form={form} name="name" label={text('watches.name')} missing={text('watches.fault.name')}>
        {(control) => <Input {...control} maxLength={80} />}
      </FormField>
      <OftenFields
        label={text('watches.often')}
        when={draft}
        onChange={({ everyHours, hour, timeZone }) => {
          form.setValue('everyHours', everyHours);
          form.setValue('hour', hour);
          form.setValue('timeZone', timeZone);
        }}
      />
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
