import type { ProductFilter } from '@bowerbird/contract/products/products';
import dayjs from 'dayjs';
import { useText } from '../../../lib/text/text.ts';
import { DateRange } from '../../../ui/form/date-range.tsx';

interface DaysConditionProps {
  condition: 'created' | 'updated' | 'collected';
  filter: ProductFilter;
  onChange(reported: Partial<ProductFilter>): void;
}

/** Chooses first and last day of a time; days begin at the reader's midnight. */
export default function DaysCondition({ condition, filter, onChange }: DaysConditionProps) {
  const text = useText();
  const from = filter[`${condition}From`];
  const to = filter[`${condition}To`];
  return (
    <DateRange
      id={`products-${condition}`}
      label={text(`products.filter.${condition}`)}
      value={
        from === undefined || to === undefined
          ? null
          : [dayjs(from).format('YYYY-MM-DD'), dayjs(to).subtract(1, 'day').format('YYYY-MM-DD')]
      }
      onChange={(days) =>
        onChange({
          [`${condition}From`]: days === null ? undefined : dayjs(days[0]).startOf('day').toISOString(),
          [`${condition}To`]:
            days === null ? undefined : dayjs(days[1]).add(1, 'day').startOf('day').toISOString(),
        })
      }
    />
  );
}
