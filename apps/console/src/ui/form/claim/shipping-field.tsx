import { Button, Input } from 'antd';
import { z } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { Icon } from '../../images/icon.tsx';
import { Grid, Stack } from '../../layout/box.tsx';
import { Field } from '../field.tsx';

/** Shipping rates while they are typed. */
const TypedRates = z.array(z.object({ upTo: z.string(), price: z.string() }));
type TypedRate = z.infer<typeof TypedRates>[number];

interface ShippingFieldProps {
  value: unknown;
  onChange(rates: TypedRate[]): void;
}

/** What shipping costs up to each weight, the lightest first. */
export function ShippingField({ value, onChange }: ShippingFieldProps) {
  const text = useText();
  const read = z.safeParse(TypedRates, value);
  const rates = read.success ? read.data : [];
  const change = (at: number, part: Partial<TypedRate>) =>
    onChange(rates.map((rate, index) => (index === at ? { ...rate, ...part } : rate)));
  return (
    <Stack gap={8}>
      {rates.map((rate, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rate is what stands at its place.
        <Grid key={at} columns="minmax(0, 1fr) minmax(0, 1fr) 34px" gap={8} align="end">
          <Field label={text('shipping.upTo')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={rate.upTo}
                onChange={({ target }) => change(at, { upTo: decimalOf(target.value) })}
              />
            )}
          </Field>
          <Field label={text('shipping.price')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={rate.price}
                onChange={({ target }) => change(at, { price: decimalOf(target.value) })}
              />
            )}
          </Field>
          <Button
            type="text"
            icon={<Icon name="close" size={14} />}
            aria-label={text('act.remove', { name: `${text('shipping.upTo')} ${rate.upTo}` })}
            onClick={() => onChange(rates.filter((_, index) => index !== at))}
          />
        </Grid>
      ))}
      <button
        type="button"
        className="link-button"
        onClick={() => onChange([...rates, { upTo: '', price: '' }])}
      >
        {text('shipping.add')}
      </button>
    </Stack>
  );
}
