import { Ending } from '@bowerbird/catalog/pricing/rounding';
import { Weight } from '@bowerbird/catalog/product';
import { Input, Select } from 'antd';
import { z } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { Row } from '../../../ui/layout/box.tsx';

interface SmallFieldProps {
  control: FieldControl;
  value: unknown;
  onChange(value: unknown): void;
}

const endings = ['cents', 'integer', '0.00', '.99', '.95', '.90'] as const;
const units = Weight.shape.unit.options;

/** The last digits of a price. */
export function EndingSelect({
  control,
  value,
  optional,
  onChange,
}: SmallFieldProps & { optional: boolean }) {
  const text = useText();
  const read = z.safeParse(Ending, value);
  return (
    <Select
      {...control}
      value={read.success ? read.data.to : ''}
      onChange={(to: string) => onChange(to === '' ? undefined : { to })}
      options={[
        ...(optional ? [{ value: '', label: text('bulkEdit.part.ending.none') }] : []),
        ...endings.map((to) => ({ value: to as string, label: text(`listing.rounding.${to}`) })),
      ]}
    />
  );
}

const kept = ['first', 'cheapest', 'dearest'] as const;
const Kept = z.object({ keep: z.enum(kept) });

/** Which variant is kept where several become the same. */
export function MergeSelect({ control, value, onChange }: SmallFieldProps) {
  const text = useText();
  const read = z.safeParse(Kept, value);
  return (
    <Select<'none' | (typeof kept)[number]>
      {...control}
      value={read.success ? read.data.keep : 'none'}
      onChange={(keep) => onChange(keep === 'none' ? undefined : { keep, stock: 'own' })}
      options={(['none', ...kept] as const).map((keep) => ({
        value: keep,
        label: text(`bulkEdit.keep.${keep}`),
      }))}
    />
  );
}

export function UnitSelect({ control, value, onChange }: SmallFieldProps & { value: string }) {
  return (
    <Select
      {...control}
      value={value}
      onChange={onChange}
      options={units.map((unit) => ({ value: unit, label: unit }))}
    />
  );
}

const TypedWeight = z.object({ value: z.string(), unit: Weight.shape.unit });

/** A weight with its unit. */
export function WeightInput({ control, value, onChange }: SmallFieldProps) {
  const text = useText();
  const read = z.safeParse(TypedWeight, value);
  const weight = read.success ? read.data : { value: '', unit: 'kg' as const };
  return (
    <Row gap={8}>
      <Input
        {...control}
        inputMode="decimal"
        value={weight.value}
        onChange={({ target }) => onChange({ ...weight, value: decimalOf(target.value) })}
      />
      <Select
        aria-label={text('bulkEdit.part.unit')}
        value={weight.unit}
        onChange={(unit) => onChange({ ...weight, unit })}
        options={units.map((unit) => ({ value: unit, label: unit }))}
      />
    </Row>
  );
}
