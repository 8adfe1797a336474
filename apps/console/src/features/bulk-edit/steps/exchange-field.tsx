import { Button, Input } from 'antd';
import { z } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Stack } from '../../../ui/layout/box.tsx';

/** Exchange rates while they are typed. */
const TypedExchange = z.object({
  to: z.string(),
  rates: z.array(z.object({ from: z.string(), rate: z.string(), date: z.string() })),
  unknown: z.null(),
});

interface ExchangeFieldProps {
  value: unknown;
  onChange(value: unknown): void;
}

const today = () => new Date().toISOString().slice(0, 10);
const code = (typed: string) => typed.trim().toUpperCase().slice(0, 3);

/** The currency to convert to, and the rate of each other currency on this day. */
export function ExchangeField({ value, onChange }: ExchangeFieldProps) {
  const text = useText();
  const read = z.safeParse(TypedExchange, value);
  const exchange = read.success ? read.data : { to: '', rates: [], unknown: null };
  const { rates } = exchange;
  const change = (at: number, part: object) =>
    onChange({
      ...exchange,
      rates: rates.map((rate, index) => (index === at ? { ...rate, ...part, date: today() } : rate)),
    });
  return (
    <Stack gap={8}>
      <Field label={text('bulkEdit.part.to')}>
        {(control) => (
          <Input
            {...control}
            placeholder="USD"
            value={exchange.to}
            onChange={({ target }) => onChange({ ...exchange, to: code(target.value) })}
          />
        )}
      </Field>
      {rates.map((rate, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rate is what stands at its place.
        <Grid key={at} columns="minmax(0, 1fr) minmax(0, 1fr) 34px" gap={8} align="end">
          <Field label={text('bulkEdit.part.from')}>
            {(control) => (
              <Input
                {...control}
                placeholder="CNY"
                value={rate.from}
                onChange={({ target }) => change(at, { from: code(target.value) })}
              />
            )}
          </Field>
          <Field label={text('bulkEdit.part.rate')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={rate.rate}
                onChange={({ target }) => change(at, { rate: decimalOf(target.value) })}
              />
            )}
          </Field>
          {rates.length > 1 && (
            <Button
              type="text"
              icon={<Icon name="close" size={14} />}
              aria-label={text('act.remove', { name: rate.from })}
              onClick={() => onChange({ ...exchange, rates: rates.filter((_, index) => index !== at) })}
            />
          )}
        </Grid>
      ))}
      <button
        type="button"
        className="link-button"
        onClick={() => onChange({ ...exchange, rates: [...rates, { from: '', rate: '', date: today() }] })}
      >
        {text('bulkEdit.part.rate')} +
      </button>
    </Stack>
  );
}
