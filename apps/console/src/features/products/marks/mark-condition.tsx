import { markColours } from '@bowerbird/contract/products/mark-values';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useMarkChoices } from '../../../lib/data/use-mark-choices.ts';
import { useStores } from '../../../lib/data/use-stores.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ColourName } from './colour-dot.tsx';

interface MarkConditionProps {
  condition: 'groups' | 'assignees' | 'colours' | 'stores';
  filter: ProductFilter;
  onChange(reported: Partial<ProductFilter>): void;
}

/** Chooses groups, people, colours or stores to filter by, or products without one. */
export function MarkCondition({ condition, filter, onChange }: MarkConditionProps) {
  const text = useText();
  const format = useFormat();
  const choices = useMarkChoices(condition !== 'stores');
  const stores = useStores(condition === 'stores');
  const counted = (each: { id: string; name: string; products: number }) => ({
    value: each.id,
    label: `${each.name} (${format.number(each.products)})`,
  });
  const options: Record<typeof condition, { value: string; label: ReactNode }[]> = {
    groups: [{ value: 'none', label: text('marks.group.none') }, ...(choices?.groups ?? []).map(counted)],
    assignees: [
      { value: 'none', label: text('marks.assignee.none') },
      ...(choices?.people ?? []).map(counted),
    ],
    colours: ['none' as const, ...markColours].map((colour) => ({
      value: colour,
      label: <ColourName colour={colour === 'none' ? null : colour} />,
    })),
    stores: (stores ?? []).map(({ id, name }) => ({ value: id, label: name })),
  };
  const name = text(`products.filter.${condition}`);
  return (
    <Select
      className="products-choice"
      mode="multiple"
      autoFocus
      defaultOpen
      aria-label={name}
      placeholder={name}
      value={(filter[condition] ?? []) as string[]}
      onChange={(chosen: string[]) => onChange({ [condition]: chosen })}
      options={options[condition]}
    />
  );
}
