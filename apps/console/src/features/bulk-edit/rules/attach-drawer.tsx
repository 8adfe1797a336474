import type { EditRuleDetail } from '@bowerbird/contract/products/edit-rules';
import type { ProductFilter, Selection } from '@bowerbird/contract/products/products';
import { Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import type { HandedSelection } from '../../../lib/kept/handed-selection.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { WhichProducts } from '../which-products.tsx';
import { ExchangeDrawer } from './exchange-drawer.tsx';
import { type RuleExchange, useFilterValues } from './rule-queries.ts';

interface AttachDrawerProps {
  rule: EditRuleDetail;
  /** The selection of the page before; null: a filter is chosen here. */
  handed: HandedSelection | null;
  onClose(): void;
}

/** Attaches a version of a rule to a filter, or to products that were selected before. */
export function AttachDrawer({ rule, handed, onClose }: AttachDrawerProps) {
  const text = useText();
  const [version, setVersion] = useState(rule.version);
  const [filter, setFilter] = useState<ProductFilter>({});
  const selection = useMemo<Selection>(() => handed?.selection ?? { filter, except: [] }, [handed, filter]);
  const exchange: RuleExchange = { kind: 'attach', ruleId: rule.id, version, selection };
  return (
    <ExchangeDrawer
      title={text('rules.attach.title', { rule: rule.name })}
      exchange={exchange}
      onClose={onClose}
    >
      {handed === null ? (
        <Section title={text('bulkEdit.which')} bare gap={8} note={text('rules.attach.filter')}>
          <FilterFields filter={filter} onFilter={setFilter} />
        </Section>
      ) : (
        <WhichProducts selection={handed.selection} count={handed.count} variants={null} />
      )}
      {rule.versions.length > 1 && (
        <Row>
          <Field label={text('rules.version')}>
            {(control) => (
              <Select
                {...control}
                value={version}
                onChange={setVersion}
                options={rule.versions.map((each) => ({
                  value: each.version,
                  label: text('rules.version.n', { version: each.version }),
                }))}
              />
            )}
          </Field>
        </Row>
      )}
    </ExchangeDrawer>
  );
}

const lists = ['sources', 'categories', 'tags', 'vendors'] as const;

function FilterFields({
  filter,
  onFilter,
}: {
  filter: ProductFilter;
  onFilter(filter: ProductFilter): void;
}) {
  const text = useText();
  const values = useFilterValues();
  const platforms = usePlatforms();
  const set = <Name extends keyof ProductFilter>(name: Name, value: ProductFilter[Name]) => {
    const { [name]: _, ...others } = filter;
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    onFilter(isEmpty ? others : { ...others, [name]: value });
  };
  const shop = (host: string) => {
    const platform = values.data?.sources.find(({ value }) => value === host)?.platform;
    const name = platforms.find(({ id }) => id === platform)?.name;
    return name === undefined ? host : `${host} · ${name}`;
  };
  return (
    <Grid columns="repeat(2, minmax(0, 1fr))" oneUnder={576} gap={[12, 16]}>
      {lists.map((name) => (
        <Field key={name} label={text(`products.filter.${name}`)}>
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              allowClear
              loading={values.isPending}
              placeholder={text('rules.filter.any')}
              value={filter[name] ?? []}
              onChange={(chosen: string[]) => set(name, chosen)}
              options={(values.data?.[name] ?? []).map(({ value, count }) => ({
                value,
                label: `${name === 'sources' ? shop(value) : value} (${count})`,
              }))}
            />
          )}
        </Field>
      ))}
      <Field label={text('products.filter.text')}>
        {(control) => (
          <Input
            {...control}
            allowClear
            maxLength={200}
            defaultValue={filter.text}
            onChange={({ target }) => set('text', target.value.trim())}
          />
        )}
      </Field>
    </Grid>
  );
}
