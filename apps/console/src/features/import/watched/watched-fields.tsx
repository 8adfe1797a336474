import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { Checkbox, Input, Radio, Select } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { OftenFields } from '../../../ui/form/often-fields.tsx';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { NewProductsField } from '../new-products/new-products-field.tsx';
import type { WatchedContent, WatchedDraft } from './watched-draft.ts';

export type WatchedForm = SchemaForm<WatchedDraft, WatchedContent>;

interface WatchedFieldsProps {
  form: WatchedForm;
  suppliers: readonly Pick<WatchedFile['source'], 'id' | 'name' | 'claim'>[];
  /** Folders of the server that may be watched. */
  folders: readonly string[];
  /** The address that is kept while none is entered, without its secrets; null for none. */
  shown: string | null;
}

/** Whose file, where it is, how often it is looked at, and what happens with it. */
export function WatchedFields({ form, suppliers, folders, shown }: WatchedFieldsProps) {
  const text = useText();
  const draft = form.watch();
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
            onChange={(id: string) => {
              form.setValue('sourceId', id);
              form.setValue('claim', suppliers.find((each) => each.id === id)?.claim ?? null);
            }}
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
      <OftenFields
        label={text('import.watched.often')}
        when={draft}
        onChange={({ everyHours, hour, timeZone }) => {
          form.setValue('everyHours', everyHours);
          form.setValue('hour', hour);
          form.setValue('timeZone', timeZone);
        }}
      />
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
      <NewProductsField claim={draft.claim} onClaim={(claim) => form.setValue('claim', claim)} />
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
