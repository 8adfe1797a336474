import type { PriceRange } from '@bowerbird/catalog/pricing/ranges';
import { Button, Input } from 'antd';
import { useId } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../images/icon.tsx';
import { Grid, Stack } from '../../layout/box.tsx';
import './price-ranges.css';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';

interface PriceRangesProps {
  ranges: readonly PriceRange[];
  onRanges(ranges: PriceRange[]): void;
  /** Two of them apply to the same amount. */
  bad: boolean;
}

const amount = /^\d{1,12}(\.\d{1,4})?$/;
const factor = /^\d{1,6}(\.\d{1,8})?$/;
const signed = /^-?\d{1,12}(\.\d{1,4})?$/;

/** Price changes, range by range: times, plus, at least. */
export function PriceRanges({ ranges, onRanges, bad }: PriceRangesProps) {
  const text = useText();
  const change = (at: number, part: Partial<PriceRange>) =>
    onRanges(ranges.map((range, index) => (index === at ? { ...range, ...part } : range)));
  const add = () => {
    const last = ranges.at(-1);
    const from = last?.to ?? '50';
    const closed = ranges.map((range, index) =>
      index === ranges.length - 1 && range.to === null ? { ...range, to: from } : range,
    );
    onRanges([...closed, { from, to: null, times: last?.times ?? '1', plus: '0', minimum: null }]);
  };
  return (
    <Grid gap={8}>
      {ranges.map((range, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range is what stands at its place.
        <Grid key={at} className="price-range" columns="repeat(5, minmax(0, 1fr)) 34px" align="end" gap={8}>
          <Cell
            name={text('listing.range.from')}
            value={range.from}
            form={amount}
            onValue={(from) => change(at, { from })}
          />
          <Cell
            name={text('listing.range.to')}
            value={range.to ?? ''}
            form={amount}
            empty={text('listing.range.open')}
            onValue={(to) => change(at, { to: to === '' ? null : to })}
          />
          <Cell
            name={text('listing.range.times')}
            before="×"
            value={range.times}
            form={factor}
            onValue={(times) => change(at, { times })}
          />
          <Cell
            name={text('listing.range.plus')}
            before="+"
            value={range.plus}
            form={signed}
            onValue={(plus) => change(at, { plus })}
          />
          <Cell
            name={text('listing.range.minimum')}
            before="≥"
            value={range.minimum ?? ''}
            form={amount}
            empty="—"
            onValue={(minimum) => change(at, { minimum: minimum === '' ? null : minimum })}
          />
          {ranges.length > 1 && (
            <Button
              type="text"
              aria-label={text('listing.range.remove', { n: at + 1 })}
              icon={<Icon name="close" size={14} />}
              onClick={() => onRanges(ranges.filter((_, index) => index !== at))}
            />
          )}
        </Grid>
      ))}
      {bad && (
        <p className="field-error" role="alert">
          {text('listing.range.overlap')}
        </p>
      )}
      <button type="button" className="link-button" onClick={add}>
        {text('listing.range.add')}
      </button>
    </Grid>
  );
}

interface CellProps {
  name: string;
  before?: string;
  value: string;
  form: RegExp;
  /** Placeholder if left empty; without one, a value is required. */
  empty?: string;
  onValue(value: string): void;
}

function Cell({ name, before, value, form, empty, onValue }: CellProps) {
  const id = useId();
  const right = form.test(value) || (empty !== undefined && value === '');
  return (
    <Stack as="label" gap={2} shrink htmlFor={id}>
      <span className="caption">{name}</span>
      <Input
        id={id}
        aria-label={name}
        inputMode="decimal"
        status={right ? '' : 'error'}
        aria-invalid={!right}
        prefix={before === undefined ? undefined : <span className="quiet">{before}</span>}
        placeholder={empty ?? ''}
        value={value}
        onChange={({ target }) => onValue(decimalOf(target.value))}
      />
    </Stack>
  );
}
