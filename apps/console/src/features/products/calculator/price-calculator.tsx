import { applyEdit, type Edit } from '@bowerbird/catalog/edits/edit';
import { comparePrices } from '@bowerbird/catalog/pricing/price';
import { marginLeft, spentOn, trimmedSpent } from '@bowerbird/catalog/pricing/selling-price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { Button, Input } from 'antd';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { ShippingField } from '../../../ui/form/claim/shipping-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { type CalculatorEdit, today, useKeptCosts } from './costs.ts';
import './price-calculator.css';

interface PriceCalculatorProps {
  product: Product;
  /** Applies the prices to the product being edited. */
  onApply(edit: Edit): void;
  onClose(): void;
}

/**
 * Prices from cost, shipping by weight, commission, exchange rate and target margin, and what the present prices leave;
 * each figure follows what is typed. What was entered last is kept for the person.
 */
export default function PriceCalculator({ product, onApply, onClose }: PriceCalculatorProps) {
  const text = useText();
  const format = useFormat();
  const { typed, edit, change } = useKeptCosts();
  const priced = useMemo(() => (edit === null ? null : applyEdit(product, edit)), [product, edit]);
  const changed =
    priced === null
      ? 0
      : priced.variants.filter(({ price }, at) => price !== product.variants[at]?.price).length;
  const number = (name: 'margin' | 'commission' | 'rate', label: string, hint?: string) => (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          value={typed[name]}
          onChange={({ target }) =>
            change({
              [name]: decimalOf(target.value),
              ...(name === 'rate' && { rateDate: today() }),
            })
          }
        />
      )}
    </Field>
  );
  return (
    <Drawer
      open
      title={text('calculator.title')}
      width={560}
      onClose={onClose}
      footer={
        <Button
          type="primary"
          disabled={edit === null || changed === 0}
          onClick={() => {
            if (edit !== null) {
              onApply(edit);
              onClose();
            }
          }}
        >
          {text('calculator.apply', { n: changed })}
        </Button>
      }
    >
      <Stack gap={16}>
        <Grid columns="repeat(3, minmax(0, 1fr))" gap={12} oneUnder={576}>
          {number('margin', text('calculator.margin'))}
          {number('commission', text('calculator.commission'))}
          {number('rate', text('calculator.rate'))}
        </Grid>
        <Text font="caption" tone="t3">
          {text('calculator.rateHint', { date: format.day(`${typed.rateDate}T12:00:00Z`) })}
        </Text>
        <Stack gap={6}>
          <Text font="small" weight={500}>
            {text('calculator.shipping')}
          </Text>
          <ShippingField value={typed.shipping} onChange={(shipping) => change({ shipping })} />
        </Stack>
        <Box overflow="auto">
          <table className="price-calculator">
            <thead>
              <tr>
                <th>{text('calculator.variant')}</th>
                <th className="num">{text('calculator.spent')}</th>
                <th className="num">{text('calculator.now')}</th>
                <th className="num">{text('calculator.nowMargin')}</th>
                <th className="num">{text('calculator.price')}</th>
              </tr>
            </thead>
            <tbody>
              {product.variants.map((variant, at) => (
                <VariantLine
                  key={variant.id}
                  variant={variant}
                  edit={edit}
                  price={priced?.variants[at]?.price ?? null}
                  currency={product.currency}
                />
              ))}
            </tbody>
          </table>
        </Box>
        <Text font="caption" tone="t3">
          {text('calculator.note')}
        </Text>
      </Stack>
    </Drawer>
  );
}

interface VariantLineProps {
  variant: Variant;
  /** Null while what is typed cannot be used. */
  edit: CalculatorEdit | null;
  price: string | null;
  currency: string | null;
}

function VariantLine({ variant, edit, price, currency }: VariantLineProps) {
  const text = useText();
  const format = useFormat();
  const found = edit === null ? null : spentOn(variant, edit);
  const spent = found !== null && 'spent' in found ? found.spent : null;
  const margin =
    spent === null || variant.price === null || edit === null
      ? null
      : marginLeft(variant.price, spent, edit.commission);
  const why =
    found !== null && 'unknown' in found
      ? text(found.unknown === 'cost' ? 'calculator.noCost' : 'calculator.noShipping')
      : null;
  const isLoss = margin !== null && comparePrices(margin, '0') < 0;
  return (
    <tr>
      <td>{variant.optionValues.join(' · ') || '—'}</td>
      {why === null ? (
        <td className="num">{format.money(spent === null ? null : trimmedSpent(spent), currency)}</td>
      ) : (
        <td className="tone-amber">{why}</td>
      )}
      <td className="num">{format.money(variant.price, currency)}</td>
      <td className={isLoss ? 'num tone-red' : 'num'}>
        {margin === null ? '—' : format.percent(Number(margin) / 100, 1)}
      </td>
      <td className="num">
        <strong>{spent === null ? '—' : format.money(price, currency)}</strong>
      </td>
    </tr>
  );
}
