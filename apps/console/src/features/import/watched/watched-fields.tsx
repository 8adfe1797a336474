import { watchHours } from '@bowerbird/contract/collect/watches';
import { Checkbox, Input, Radio, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { zoneName } from '../../../lib/text/zone-text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Grid, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { hourCounts, type WatchedContent, type WatchedDraft } from './watched-draft.ts';

export type WatchedForm = SchemaForm<WatchedDraft, WatchedContent>;

interface WatchedFieldsProps {
  form: WatchedForm;
  suppliers: readonly { id: string; name: string }[];
  /** Folders of the server that may be watched. */
  folders: readonly string[];
  /** The address that is kept while none is entered, without its secrets; null for none. */
  shown: string | null;
}

/** Whose file, where it is, how often it is looked at, and what happens with it. */
export function WatchedFields({ form, suppliers, folders, shown }: WatchedFieldsProps) {
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
      <FormField
        form={form}
        name="sourceId"
        label={text('import.supplier')}
        hint={text('import.watched.supplier.hint')}
        missing={text('import.watched.supplier.missing')}
      >
        {(control) => (
          <Select
            {...control}
            showSearch={{ optionFilterProp: 'label' }}
            disabled={suppliers.length === 1}
            placeholder={text('import.watched.supplier.choose')}
            options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FormField>
      {(folders.length > 0 || draft.kind === 'folder') && (
        <FormField form={form} name="kind" label={text('import.watched.where')}>
          {(control) => (
            <Radio.Group
              {...control}
              optionType="button"
              options={(['address', 'folder'] as const).map((value) => ({
                value,
                label: text(`import.watched.kind.${value}`),
              }))}
            />
          )}
        </FormField>
      )}
      {draft.kind === 'address' ? (
        <FormField
          form={form}
          name="address"
          label={text('import.watched.address')}
          hint={text('import.watched.address.hint')}
          missing={text('import.watched.address.missing')}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={2000}
              placeholder={
                shown === null
                  ? 'https://supplier.example/products.csv'
                  : text('import.watched.address.keep', { shown })
              }
            />
          )}
        </FormField>
      ) : (
        <FormField
          form={form}
          name="folder"
          label={text('import.watched.folder')}
          hint={text('import.watched.folder.hint', { folders: folders.join(', ') || '—' })}
          missing={text('import.watched.folder.missing')}
        >
          {(control) => <Input {...control} maxLength={1000} placeholder={folders[0]} />}
        </FormField>
      )}
      <FormField form={form} name="everyHours" label={text('import.watched.often')}>
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
      <Field label={text('import.watched.applies')} hint={text('import.watched.applies.hint')}>
        {(control) => (
          <Radio.Group
            {...control}
            className="watched-applies"
            value={draft.applies}
            onChange={({ target }) => form.setValue('applies', target.value === true)}
            options={[
              { value: false, label: text('import.watched.applies.wait') },
              { value: true, label: text('import.watched.applies.itself') },
            ]}
          />
        )}
      </Field>
      <Stack gap={2}>
        <Checkbox checked={draft.whole} onChange={({ target }) => form.setValue('whole', target.checked)}>
          {text('import.watched.whole')}
        </Checkbox>
        <Text font="caption" tone="t2">
          {text('import.watched.whole.hint')}
        </Text>
      </Stack>
    </>
  );
}
