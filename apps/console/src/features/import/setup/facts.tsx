import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { FileDialect, UploadPreview } from '@bowerbird/contract/files/uploads';
import { InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import {
  type DecimalSign,
  encodings,
  type Layout,
  layoutOf,
  layouts,
  separators,
  withLayout,
} from './reading.ts';

interface FactsProps {
  preview: UploadPreview;
  mapping: FileMapping;
  decimalSign: DecimalSign;
  onDecimalSign(sign: DecimalSign): void;
  onMapping(mapping: FileMapping): void;
  onDialect(dialect: Partial<FileDialect>): void;
  onTable(table: { sheet?: string; headerRow?: number }): void;
}

/** How the file is read, each with cells that show it; everything can be put right. */
export function Facts({
  preview,
  mapping,
  decimalSign,
  onDecimalSign,
  onMapping,
  onDialect,
  onTable,
}: FactsProps) {
  const text = useText();
  const { sheets, encoding, separator, decimal, dates, headerRow } = preview;
  const layout = layoutOf(mapping);
  return (
    <Grid columns="repeat(auto-fill, minmax(min(220px, 100%), 1fr))" gap={[16, 24]} align="start">
      <Field
        label={text('import.layout')}
        hint={preview.knownBy === 'header' && layout !== 'columns' ? text('import.layout.header') : undefined}
      >
        {(control) => (
          <Select<Layout>
            {...control}
            value={layout}
            popupMatchSelectWidth={false}
            onChange={(chosen) => onMapping(withLayout(mapping, chosen))}
            options={layouts.map((value) => ({
              value,
              label: value === 'columns' ? text('import.layout.columns') : text(`export.format.${value}`),
            }))}
          />
        )}
      </Field>
      {sheets.length > 1 && (
        <Field label={text('import.sheet')} hint={text('import.sheet.of', { n: sheets.length })}>
          {(control) => (
            <Select
              {...control}
              value={mapping.sheet ?? sheets[0] ?? null}
              onChange={(sheet: string) => onTable({ sheet })}
              options={sheets.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
      )}
      <Field label={text('import.headerRow')} hint={text('import.headerRow.what')}>
        {(control) => (
          <InputNumber
            {...control}
            className="import-row-number"
            min={1}
            max={1000}
            precision={0}
            value={headerRow}
            changeOnBlur
            onChange={(row) => row !== null && row !== headerRow && onTable({ headerRow: row })}
          />
        )}
      </Field>
      {encoding !== null && (
        <Field label={text('import.encoding')} hint={<Examples of={encoding.examples} />}>
          {(control) => (
            <Select
              {...control}
              value={encoding.value}
              onChange={(value: string) => onDialect({ encoding: value })}
              options={encodings.map((value) => ({ value, label: text(`import.encoding.${value}`) }))}
            />
          )}
        </Field>
      )}
      {separator !== null && (
        <Field label={text('import.separator')} hint={<Examples of={separator.examples} />}>
          {(control) => (
            <Select
              {...control}
              value={separator.value}
              onChange={(value: string) => onDialect({ separator: value })}
              options={separators.map((value) => ({
                value,
                label: text(`import.separator.${separatorName(value)}`),
              }))}
            />
          )}
        </Field>
      )}
      {decimal !== null && layout === 'columns' && (
        <Field label={text('import.decimal')} hint={<Examples of={decimal.examples} />}>
          {(control) => (
            <Select<DecimalSign>
              {...control}
              value={decimalSign}
              onChange={onDecimalSign}
              options={[
                { value: '.', label: text('import.decimal.point') },
                { value: ',', label: text('import.decimal.comma') },
              ]}
            />
          )}
        </Field>
      )}
      {dates !== null && (
        <Stack gap={4} shrink>
          <Text font="small" weight={500}>
            {text('import.dates')}
          </Text>
          <Text>{text.named(`import.dates.${dates.value}`, {}, dates.value)}</Text>
          <Text font="caption" tone="t3">
            <Examples of={dates.examples} />
          </Text>
        </Stack>
      )}
    </Grid>
  );
}

function separatorName(value: string) {
  return ({ ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const)[value as ','];
}

/** Cells of the file that show what was detected. */
function Examples({ of }: { of: readonly string[] }): ReactNode {
  const text = useText();
  return of.length === 0 ? (
    text('import.noExamples')
  ) : (
    <Row as="span" inline wrap gap={6} align="center">
      {text('import.examples')}
      {of.slice(0, 3).map((example) => (
        <code className="import-sample" key={example} title={example}>
          {example}
        </code>
      ))}
    </Row>
  );
}
