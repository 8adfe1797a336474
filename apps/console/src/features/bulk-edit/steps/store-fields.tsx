import { ownAmounts, ownFields } from '@bowerbird/catalog/own-values/own-cells';
import { Select } from 'antd';
import { useOwnValuePlaces } from '../../../lib/data/use-own-value-places.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field, type FieldControl } from '../../../ui/form/field.tsx';

interface StoreSelectProps {
  control: FieldControl;
  /** A shop id; '' for none. */
  value: string;
  onChange(shopId: string): void;
}

/** Chooses one of the connected stores. */
export function StoreSelect({ control, value, onChange }: StoreSelectProps) {
  const places = useOwnValuePlaces();
  return (
    <Select
      {...control}
      showSearch
      optionFilterProp="label"
      loading={places.isPending}
      value={value === '' ? null : value}
      onChange={onChange}
      options={(places.data ?? []).map(({ shopId, name }) => ({ value: shopId, label: name }))}
    />
  );
}

const fieldKeys = {
  title: 'products.inStores.column.title',
  descriptionHtml: 'products.inStores.column.description',
  vendor: 'products.field.vendor',
  productType: 'products.field.productType',
  tags: 'products.inStores.column.tags',
  categories: 'products.inStores.column.categories',
  prices: 'products.inStores.column.price',
  compareAtPrices: 'products.inStores.column.compareAt',
} as const;

interface OwnFieldsSelectProps {
  control: FieldControl;
  value: string[];
  /** Undefined: all. */
  onChange(fields: string[] | undefined): void;
}

/** Chooses which own values; none chosen: all of them. */
export function OwnFieldsSelect({ control, value, onChange }: OwnFieldsSelectProps) {
  const text = useText();
  return (
    <Select
      {...control}
      mode="multiple"
      placeholder={text('bulkEdit.part.fields.all')}
      value={value}
      onChange={(fields: string[]) => onChange(fields.length === 0 ? undefined : fields)}
      options={[...ownFields, ...ownAmounts].map((field) => ({
        value: field,
        label: text(fieldKeys[field]),
      }))}
    />
  );
}

interface WhereFieldProps {
  /** A shop id; undefined for the products themselves. */
  inStore: string | undefined;
  onChange(inStore: string | undefined): void;
}

/** Whether a step is for the products themselves or for what one store gets; nothing where no store is connected. */
export function WhereField({ inStore, onChange }: WhereFieldProps) {
  const text = useText();
  const places = useOwnValuePlaces();
  const stores = places.data ?? [];
  if (stores.length === 0 && inStore === undefined) {
    return null;
  }
  return (
    <Field
      label={text('bulkEdit.where')}
      {...(inStore === undefined ? {} : { hint: text('bulkEdit.where.hint') })}
    >
      {(control) => (
        <Select
          {...control}
          showSearch
          optionFilterProp="label"
          value={inStore ?? ''}
          onChange={(shopId) => onChange(shopId === '' ? undefined : shopId)}
          options={[
            { value: '', label: text('bulkEdit.where.product') },
            ...stores.map(({ shopId, name }) => ({
              value: shopId,
              label: text('bulkEdit.where.store', { store: name }),
            })),
          ]}
        />
      )}
    </Field>
  );
}
