import { Select } from 'antd';
import { useMemo } from 'react';
import { type PlainTextKey, type Text, useText } from '../../../lib/text/text.ts';
import type { FieldChoice } from './columns.ts';

const groups: readonly { key: PlainTextKey; fields: readonly FieldChoice[] }[] = [
  {
    key: 'import.fields.product',
    fields: [
      'title',
      'descriptionHtml',
      'images',
      'categories',
      'tags',
      'vendor',
      'productType',
      'handle',
      'status',
      'currency',
      'seo.title',
      'seo.description',
      'attribute',
    ],
  },
  {
    key: 'import.fields.variant',
    fields: [
      'sku',
      'barcode',
      'price',
      'compareAtPrice',
      'cost',
      'stock',
      'weight',
      'weightUnit',
      'variantImage',
      'requiresShipping',
      'taxable',
    ],
  },
  {
    key: 'import.fields.options',
    fields: [
      'optionValue:1',
      'optionValue:2',
      'optionValue:3',
      'options',
      'optionName:1',
      'optionName:2',
      'optionName:3',
    ],
  },
];

/** Returns a field in the merchant's words: "Value of option 2". */
export function fieldText(text: Text, choice: FieldChoice): string {
  const [field = '', option] = choice.split(':');
  return option === undefined
    ? text.named(`import.field.${field}`)
    : text.named(`import.field.${field}`, { n: Number(option) });
}

interface FieldSelectProps {
  /** The column's name, for screen readers. */
  column: string;
  value: FieldChoice | null;
  onChange(choice: FieldChoice | null): void;
}

/** Chooses what a column is, by typing or from a list in groups. */
export function FieldSelect({ column, value, onChange }: FieldSelectProps) {
  const text = useText();
  const options = useMemo(
    () => [
      { value: '', label: text('import.field.none'), search: text('import.field.none') },
      ...groups.map(({ key, fields }) => ({
        label: text(key),
        options: fields.map((field) => ({
          value: field as string,
          label: fieldText(text, field),
          search: `${fieldText(text, field)} ${field}`,
        })),
      })),
    ],
    [text],
  );
  return (
    <Select
      className={value === null ? 'import-field none' : 'import-field'}
      aria-label={text('import.field.of', { column })}
      showSearch={{ optionFilterProp: 'search' }}
      popupMatchSelectWidth={260}
      listHeight={360}
      value={value ?? ''}
      options={options}
      onChange={(chosen: string) => onChange(chosen === '' ? null : (chosen as FieldChoice))}
    />
  );
}
