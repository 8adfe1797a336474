import { editRuleStates } from '@bowerbird/contract/products/edit-rules';
import { Button, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { DateRange, type Days } from '../../../ui/form/date-range.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { RulesFilter } from './rule-queries.ts';

interface RulesFilterBarProps {
  filter: RulesFilter;
  onFilter(filter: RulesFilter): void;
}

const isFurther = ({ usedMin, updatedFrom, attached, alarm }: RulesFilter) =>
  [usedMin, updatedFrom, attached, alarm].some((value) => value !== undefined);

/** The search by number or name and by status, and further conditions when it is expanded. */
export function RulesFilterBar({ filter, onFilter }: RulesFilterBarProps) {
  const text = useText();
  const [open, setOpen] = useState(isFurther(filter));
  const [days, setDays] = useState<Days | null>(null);
  const set = (name: keyof RulesFilter, value: string | undefined) => {
    const { [name]: _, ...others } = filter;
    onFilter({
      sort: filter.sort,
      direction: filter.direction,
      ...others,
      ...(value ? { [name]: value } : {}),
    });
  };
  const choice = (name: 'attached' | 'alarm') => (
    <Field label={text(`rules.filter.${name}`)}>
      {(control) => (
        <Select
          {...control}
          allowClear
          placeholder={text('rules.filter.any')}
          value={filter[name]}
          onChange={(value: string | undefined) => set(name, value)}
          options={(['yes', 'no'] as const).map((value) => ({
            value,
            label: text(`rules.filter.${name}.${value}`),
          }))}
        />
      )}
    </Field>
  );
  return (
    <Row className="rule-filter" wrap gap={[12, 16]} align="end" mb={16}>
      <Field label={text('rules.filter.text')}>
        {(control) => (
          <Input
            {...control}
            allowClear
            prefix={<Icon name="search" size={14} />}
            placeholder={text('rules.filter.text.hint')}
            defaultValue={filter.text}
            onChange={({ target }) => set('text', target.value.trim())}
          />
        )}
      </Field>
      <Field label={text('rules.column.state')}>
        {(control) => (
          <Select
            {...control}
            allowClear
            placeholder={text('rules.filter.any')}
            value={filter.state}
            onChange={(value: string | undefined) => set('state', value)}
            options={editRuleStates.map((value) => ({ value, label: text(`rules.state.${value}`) }))}
          />
        )}
      </Field>
      {open && (
        <>
          <Field label={text('rules.filter.usedMin')}>
            {(control) => (
              <InputNumber
                {...control}
                min={0}
                max={999_999_999}
                precision={0}
                value={filter.usedMin === undefined ? null : Number(filter.usedMin)}
                onChange={(value) => set('usedMin', value === null ? undefined : String(value))}
              />
            )}
          </Field>
          <Field label={text('rules.column.updated')}>
            {(control) => (
              <DateRange
                {...control}
                label={text('rules.column.updated')}
                value={days}
                onChange={(chosen) => {
                  setDays(chosen);
                  const { updatedFrom, updatedTo, ...others } = filter;
                  onFilter(chosen === null ? others : { ...others, ...instantsOf(chosen) });
                }}
              />
            )}
          </Field>
          {choice('attached')}
          {choice('alarm')}
        </>
      )}
      <Button
        type="link"
        icon={<Icon name={open ? 'up' : 'down'} size={14} />}
        iconPlacement="end"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text(open ? 'rules.filter.less' : 'rules.filter.more')}
      </Button>
    </Row>
  );
}

/** Returns the instants between which these days are, in the person's own time. */
function instantsOf([first, last]: Days): { updatedFrom: string; updatedTo: string } {
  const end = new Date(`${last}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return { updatedFrom: new Date(`${first}T00:00:00`).toISOString(), updatedTo: end.toISOString() };
}
