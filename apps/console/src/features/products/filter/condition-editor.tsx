import { ProductStatus } from '@bowerbird/catalog/product';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Checkbox, Input, Radio, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Condition } from '../../../lib/data/product-filter.ts';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useShopNames } from '../../../lib/data/use-shop-names.ts';
import { decimalFrom, wholeFrom } from '../../../lib/text/entered.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { listingStates, listingWord } from '../../../lib/text/sentences/filter-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { MarkCondition } from '../marks/mark-condition.tsx';
import { useFacets } from '../queries.ts';

// The calendar is larger than the rest of the page.
const DaysCondition = lazy(() => import('./days-condition.tsx'));

interface ConditionEditorProps {
  condition: Condition;
  filter: ProductFilter;
  onChange(reported: Partial<ProductFilter>): void;
}

/** Edits one condition. */
export function ConditionEditor({ condition, filter, onChange }: ConditionEditorProps) {
  const text = useText();
  switch (condition) {
    case 'tags':
    case 'categories':
    case 'sources':
    case 'vendors':
    case 'productTypes':
      return <FacetChoice facet={condition} value={filter[condition] ?? []} onChange={onChange} />;
    case 'platforms':
      return (
        <PlatformChoice value={filter.platforms ?? []} onChange={(platforms) => onChange({ platforms })} />
      );
    case 'status':
      return (
        <Checkbox.Group
          className="products-choices"
          value={filter.status ?? []}
          onChange={(status) => onChange({ status: status.map((each) => ProductStatus.parse(each)) })}
          options={ProductStatus.options.map((value) => ({ value, label: text(`products.status.${value}`) }))}
        />
      );
    case 'listing':
      return (
        <Radio.Group
          className="products-choices"
          value={filter.listing}
          onChange={({ target }) =>
            onChange({ listing: listingStates.find((state) => state === target.value) })
          }
          options={listingStates.map((value) => ({ value, label: listingWord(text, value) }))}
        />
      );
    case 'withoutImages':
      return (
        <Radio.Group
          className="products-choices"
          value={filter.withoutImages}
          onChange={({ target }) => onChange({ withoutImages: target.value === true })}
          options={[
            { value: true, label: text('products.filter.withoutImages') },
            { value: false, label: text('products.filter.withImages') },
          ]}
        />
      );
    case 'noted':
      return (
        <Radio.Group
          className="products-choices"
          value={filter.noted}
          onChange={({ target }) => onChange({ noted: target.value === true })}
          options={[
            { value: true, label: text('products.filter.noted') },
            { value: false, label: text('products.filter.notNoted') },
          ]}
        />
      );
    case 'groups':
    case 'assignees':
    case 'colours':
    case 'stores':
      return <MarkCondition condition={condition} filter={filter} onChange={onChange} />;
    case 'compareAt':
    case 'cost':
      return (
        <Range
          label={text(`products.filter.${condition}`)}
          low={filter[`${condition}Min`] ?? ''}
          high={filter[`${condition}Max`] ?? ''}
          onChange={(low, high) =>
            onChange({ [`${condition}Min`]: priceOf(low), [`${condition}Max`]: priceOf(high) })
          }
        />
      );
    case 'margin':
    case 'variants':
    case 'images':
      return (
        <Range
          label={text(`products.filter.${condition}`)}
          low={String(filter[`${condition}Min`] ?? '')}
          high={String(filter[`${condition}Max`] ?? '')}
          onChange={(low, high) =>
            onChange({
              [`${condition}Min`]: wholeFrom(low) ?? undefined,
              [`${condition}Max`]: wholeFrom(high) ?? undefined,
            })
          }
        />
      );
    case 'created':
    case 'updated':
    case 'collected':
      return (
        <Suspense fallback={null}>
          <DaysCondition condition={condition} filter={filter} onChange={onChange} />
        </Suspense>
      );
    case 'price':
      return (
        <Range
          label={text('products.filter.price')}
          low={filter.priceMin ?? ''}
          high={filter.priceMax ?? ''}
          onChange={(low, high) => onChange({ priceMin: priceOf(low), priceMax: priceOf(high) })}
        />
      );
    case 'stock':
      return (
        <Range
          label={text('products.filter.stock')}
          low={filter.stockMin === undefined ? '' : String(filter.stockMin)}
          high={filter.stockMax === undefined ? '' : String(filter.stockMax)}
          onChange={(low, high) =>
            onChange({ stockMin: wholeFrom(low) ?? undefined, stockMax: wholeFrom(high) ?? undefined })
          }
        />
      );
    case 'text':
    case 'queue':
    case 'collectRunId':
    case 'claimRunId':
      return null;
  }
}

function priceOf(entered: string): string | undefined {
  const decimal = decimalFrom(entered);
  return /^\d{1,12}(\.\d{1,4})?$/.test(decimal) ? decimal : undefined;
}

interface FacetChoiceProps {
  facet: 'tags' | 'categories' | 'sources' | 'vendors' | 'productTypes';
  value: string[];
  onChange(reported: Partial<ProductFilter>): void;
}

function FacetChoice({ facet, value, onChange }: FacetChoiceProps) {
  const text = useText();
  const format = useFormat();
  const facets = useFacets();
  const shopName = useShopNames(
    facet === 'sources' ? (facets.data?.sources ?? []).map(({ value: shop }) => shop) : [],
  );
  return (
    <Select
      className="products-choice"
      mode="multiple"
      autoFocus
      defaultOpen
      loading={facets.isLoading}
      aria-label={text(`products.filter.${facet}`)}
      placeholder={text(`products.filter.${facet}`)}
      value={value}
      onChange={(chosen: string[]) => onChange({ [facet]: chosen })}
      options={(facets.data?.[facet] ?? []).map((each) => ({
        value: each.value,
        label: `${facet === 'sources' ? shopName(each.value) : each.value} (${format.number(each.count)})`,
      }))}
    />
  );
}

function PlatformChoice({ value, onChange }: { value: string[]; onChange(platforms: string[]): void }) {
  const platforms = usePlatforms();
  return (
    <Checkbox.Group
      className="products-choices"
      value={value}
      onChange={(chosen) => onChange(chosen.map(String))}
      options={platforms.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

interface RangeProps {
  label: string;
  low: string;
  high: string;
  onChange(low: string, high: string): void;
}

function Range({ label, low, high, onChange }: RangeProps) {
  const text = useText();
  const [typed, setTyped] = useState({ low, high });
  const settle = (next: typeof typed) => {
    setTyped(next);
    onChange(next.low, next.high);
  };
  return (
    <Row className="products-range" wrap align="center" gap={8}>
      <Input
        autoFocus
        inputMode="decimal"
        aria-label={text('products.filter.lowest', { what: label })}
        placeholder={text('products.filter.low')}
        value={typed.low}
        onChange={({ target }) => settle({ ...typed, low: target.value })}
      />
      <span className="quiet">–</span>
      <Input
        inputMode="decimal"
        aria-label={text('products.filter.highest', { what: label })}
        placeholder={text('products.filter.high')}
        value={typed.high}
        onChange={({ target }) => settle({ ...typed, high: target.value })}
      />
    </Row>
  );
}
