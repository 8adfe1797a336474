import type { ColumnMapping } from '@bowerbird/contract/files/mapping';
import { Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import type { FileColumn } from './columns.ts';

const statuses = ['draft', 'active', 'archived'] as const;
const units = ['g', 'kg', 'oz', 'lb'] as const;

interface RowsPartProps {
  columns: readonly FileColumn[];
  mapping: ColumnMapping;
  onMapping(mapping: ColumnMapping): void;
}

/** What a row is, which rows are one product, and what the file does not say. */
export function RowsPart({ columns, mapping, onMapping }: RowsPartProps) {
  const text = useText();
  const { rows, key, defaults } = mapping;
  const has = (...fields: string[]) => mapping.columns.some(({ field }) => fields.includes(field));
  const change = (to: Partial<ColumnMapping['defaults']>) =>
    onMapping({ ...mapping, defaults: { ...defaults, ...to } });
  return (
    <Grid columns="repeat(auto-fill, minmax(min(220px, 100%), 1fr))" gap={[12, 20]} align="start">
      <Field label={text('import.rows')} hint={text(`import.rows.${rows}.what`)}>
        {(control) => (
          <Radio.Group
            {...control}
            className="import-rows"
            optionType="button"
            value={rows}
            onChange={({ target }) =>
              onMapping({ ...mapping, rows: target.value === 'products' ? 'products' : 'variants' })
            }
            options={(['variants', 'products'] as const).map((value) => ({
              value,
              label: text(`import.rows.${value}`),
            }))}
          />
        )}
      </Field>
      {rows === 'variants' && (
        <Field
          label={text('import.together')}
          hint={text(key.length === 0 ? 'import.together.none' : 'import.together.what')}
        >
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              maxCount={5}
              value={key}
              placeholder={text('import.together.choose')}
              onChange={(chosen: string[]) => onMapping({ ...mapping, key: chosen })}
              options={columns
                .filter(({ name, nth }) => name.trim() !== '' && nth === 1)
                .map(({ name }) => ({ value: name, label: name }))}
            />
          )}
        </Field>
      )}
      {!has('status') && (
        <Field label={text('import.default.status')}>
          {(control) => (
            <Select
              {...control}
              value={defaults.status}
              onChange={(status) => change({ status })}
              options={statuses.map((value) => ({ value, label: text(`export.status.${value}`) }))}
            />
          )}
        </Field>
      )}
      {has('weight') && !has('weightUnit') && (
        <Field label={text('import.default.weightUnit')}>
          {(control) => (
            <Select
              {...control}
              value={defaults.weightUnit}
              onChange={(weightUnit) => change({ weightUnit })}
              options={units.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
      )}
      {has('price', 'cost', 'compareAtPrice') && !has('currency') && (
        <CurrencyField currency={defaults.currency} onCurrency={(currency) => change({ currency })} />
      )}
    </Grid>
  );
}

function CurrencyField({
  currency,
  onCurrency,
}: {
  currency: string | null;
  onCurrency(currency: string | null): void;
}) {
  const text = useText();
  const [typed, setTyped] = useState(currency ?? '');
  const isWrong = typed !== '' && !/^[A-Z]{3}$/.test(typed);
  return (
    <Field
      label={text('import.default.currency')}
      error={isWrong ? text('import.default.currency.wrong') : null}
      optional
    >
      {(control) => (
        <Row>
          <Input
            {...control}
            maxLength={3}
            placeholder="CNY"
            value={typed}
            onChange={({ target }) => {
              const next = target.value.toUpperCase().trim();
              setTyped(next);
              onCurrency(/^[A-Z]{3}$/.test(next) ? next : null);
            }}
          />
        </Row>
      )}
    </Field>
  );
}
