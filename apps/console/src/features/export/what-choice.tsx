import { ProductStatus } from '@bowerbird/catalog/product';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Input, Radio, Select } from 'antd';
import { Link } from 'react-router';
import type { HandedSelection } from '../../lib/kept/handed-selection.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { useExportFacets } from './queries.ts';

export type What = 'selection' | 'filter' | 'all';

interface WhatChoiceProps {
  what: What;
  onWhat(what: What): void;
  handed: HandedSelection | null;
  all: { total: number } | null;
  filter: ProductFilter;
  onFilter(filter: ProductFilter): void;
}

/** Chooses the products of the file: those selected in the list, those that match, or all. */
export function WhatChoice({ what, onWhat, handed, all, filter, onFilter }: WhatChoiceProps) {
  const text = useText();
  const choices: What[] = handed === null ? ['filter', 'all'] : ['selection', 'filter', 'all'];
  return (
    <section className="export-what">
      <SectionHead title={text('export.what')} />
      <Radio.Group
        className="export-choices"
        aria-label={text('export.what')}
        value={what}
        onChange={({ target }) => onWhat(choices.find((each) => each === target.value) ?? 'all')}
      >
        {handed !== null && (
          <Radio value="selection">{text('export.what.selection', { n: handed.count })}</Radio>
        )}
        <Radio value="all">
          {all === null ? text('export.what.all') : text('export.what.allCount', { n: all.total })}
        </Radio>
        <Radio value="filter">{text('export.what.filter')}</Radio>
      </Radio.Group>
      {what === 'filter' && <FilterFields filter={filter} onFilter={onFilter} />}
      {handed === null && (
        <p className="caption">
          {text('export.what.pick')} <Link to="/products/list">{text('menu.products.list')}</Link>
        </p>
      )}
    </section>
  );
}

function FilterFields({ filter, onFilter }: Pick<WhatChoiceProps, 'filter' | 'onFilter'>) {
  const text = useText();
  const format = useFormat();
  const facets = useExportFacets();
  const set = (reported: { [Field in keyof ProductFilter]?: ProductFilter[Field] | undefined }) =>
    onFilter(
      Object.fromEntries(
        Object.entries({ ...filter, ...reported }).filter(
          ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
        ),
      ),
    );
  const facet = (name: 'tags' | 'categories' | 'sources') => (
    <Select
      key={name}
      mode="multiple"
      className="export-field"
      aria-label={text(`export.filter.${name}`)}
      placeholder={text(`export.filter.${name}`)}
      value={filter[name] ?? []}
      onChange={(values: string[]) => set({ [name]: values })}
      options={(facets.data?.[name] ?? []).map(({ value, count }) => ({
        value,
        label: `${value} (${format.number(count)})`,
      }))}
    />
  );
  return (
    <Stack gap={8} pb={12}>
      <Input
        allowClear
        aria-label={text('export.filter.text')}
        placeholder={text('export.filter.text')}
        maxLength={200}
        value={filter.text ?? ''}
        onChange={({ target }) => set({ text: target.value })}
      />
      {(['tags', 'categories', 'sources'] as const).map(facet)}
      <Select
        mode="multiple"
        className="export-field"
        aria-label={text('export.filter.status')}
        placeholder={text('export.filter.status')}
        value={filter.status ?? []}
        onChange={(status) => set({ status })}
        options={ProductStatus.options.map((value) => ({ value, label: text(`export.status.${value}`) }))}
      />
    </Stack>
  );
}
