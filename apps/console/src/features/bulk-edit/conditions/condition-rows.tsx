import { ProductStatus } from '@bowerbird/catalog/product';
import { Button, Input, Radio, Select } from 'antd';
import { comparedName } from '../../../lib/text/sentences/condition-sentence.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { ConditionRow, Join, What } from './row.ts';
import { asksForValue, newRow, operatorsOf } from './row.ts';

interface ConditionRowsProps {
  title: string;
  whats: readonly What[];
  rows: readonly ConditionRow[];
  join: Join;
  onRows(rows: ConditionRow[]): void;
  onJoin(join: Join): void;
}

/** Comparisons that are joined: all of them, or one of them. */
export function ConditionRows({ title, whats, rows, join, onRows, onJoin }: ConditionRowsProps) {
  const text = useText();
  const change = (at: number, row: ConditionRow) =>
    onRows(rows.map((each, index) => (index === at ? row : each)));
  return (
    <Stack as="fieldset" gap={8} m={0} p={0} border="none" shrink>
      <Text as="legend" font="small" tone="t2">
        {title}
      </Text>
      {rows.length > 1 && (
        <Radio.Group
          size="small"
          aria-label={text('bulkEdit.when.join')}
          value={join}
          onChange={({ target }) => onJoin(target.value === 'any' ? 'any' : 'all')}
          options={(['all', 'any'] as const).map((value) => ({
            value,
            label: text(`bulkEdit.when.${value}`),
          }))}
        />
      )}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is what stands at its place.
        <Row key={at} wrap gap={6} align="center">
          <Comparison row={row} whats={whats} onChange={(next) => change(at, next)} />
          <Button
            type="text"
            size="small"
            icon={<Icon name="close" size={14} />}
            aria-label={text('bulkEdit.when.remove', { n: at + 1 })}
            onClick={() => onRows(rows.filter((_, index) => index !== at))}
          />
        </Row>
      ))}
      <Row>
        <button
          type="button"
          className="link-button"
          onClick={() => onRows([...rows, newRow(whats[0] ?? 'title')])}
        >
          {text('bulkEdit.when.add')}
        </button>
      </Row>
    </Stack>
  );
}

interface ComparisonProps {
  row: ConditionRow;
  whats: readonly What[];
  onChange(row: ConditionRow): void;
}

function Comparison({ row, whats, onChange }: ComparisonProps) {
  const text = useText();
  return (
    <>
      <Select<string>
        size="small"
        aria-label={text('bulkEdit.when.what')}
        popupMatchSelectWidth={false}
        value={row.what}
        onChange={(what) => onChange(newRow(whats.find((each) => each === what) ?? 'title'))}
        options={whats.map((value) => ({ value, label: comparedName(text, value) }))}
      />
      {row.what === 'option' && (
        <Input
          size="small"
          className="bulk-condition-value"
          aria-label={text('bulkEdit.when.option')}
          placeholder={text('bulkEdit.when.option')}
          value={row.option}
          onChange={({ target }) => onChange({ ...row, option: target.value })}
        />
      )}
      <Select<string>
        size="small"
        aria-label={text('bulkEdit.when.is')}
        popupMatchSelectWidth={false}
        value={row.is}
        onChange={(is) => onChange({ ...row, is })}
        options={operatorsOf(row.what).map((value) => ({ value, label: text(`bulkEdit.is.${value}`) }))}
      />
      {row.what === 'status' ? (
        <Select<string>
          size="small"
          aria-label={text('bulkEdit.when.value')}
          popupMatchSelectWidth={false}
          {...(row.value === '' ? {} : { value: row.value })}
          onChange={(value) => onChange({ ...row, value })}
          options={ProductStatus.options.map((value) => ({ value, label: text(`products.status.${value}`) }))}
        />
      ) : (
        asksForValue(row) && (
          <Input
            size="small"
            className="bulk-condition-value"
            aria-label={text('bulkEdit.when.value')}
            value={row.value}
            onChange={({ target }) => onChange({ ...row, value: target.value })}
          />
        )
      )}
    </>
  );
}
