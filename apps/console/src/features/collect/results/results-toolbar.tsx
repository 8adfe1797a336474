import { Button, Checkbox, Input, Popover, Segmented, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { ShopName } from '../../../ui/text/shop-name.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { CollectedOrder } from '../queries.ts';
import type { ResultsConditions } from './results-filter.ts';
import { isAmount } from './results-filter.ts';
import { TraitChips } from './trait-chips.tsx';

export type ResultsView = 'cards' | 'table';

interface ResultsToolbarProps {
  conditions: ResultsConditions;
  onConditions(conditions: ResultsConditions): void;
  sources: { shop: string; platform: string; count: number }[];
  duplicateGroups: number;
  /** There are more groups than that. */
  hasMoreDuplicateGroups: boolean;
  /** The platform of this page; undefined on the page of all platforms. */
  platform: string | undefined;
  order: CollectedOrder;
  onOrder(order: CollectedOrder): void;
  view: ResultsView;
  onView(view: ResultsView): void;
}

const orders = ['collected desc', 'collected asc', 'title asc', 'price asc', 'price desc'] as const;
type OrderName = (typeof orders)[number];

/** Search, conditions, order and view of the collected products. */
export function ResultsToolbar(props: ResultsToolbarProps) {
  const { conditions, onConditions, sources, duplicateGroups, order, onOrder, view, onView } = props;
  const text = useText();
  const change = (part: Partial<ResultsConditions>) => onConditions({ ...conditions, ...part });
  return (
    <Row className="results-toolbar" wrap align="center" gap={[8, 10]} mb={12} p={[4, 0]} ground="bg">
      <SearchField value={conditions.text} onChange={(words) => change({ text: words })} />
      <SourceChip
        sources={sources}
        value={conditions.sources}
        onChange={(chosen) => change({ sources: chosen })}
      />
      <PriceChip
        min={conditions.priceMin}
        max={conditions.priceMax}
        onChange={(priceMin, priceMax) => change({ priceMin, priceMax })}
      />
      <TraitChips
        platform={props.platform}
        attributes={conditions.attributes}
        facts={conditions.facts}
        onAttributes={(attributes) => change({ attributes })}
        onFacts={(facts) => change({ facts })}
      />
      {(duplicateGroups > 0 || conditions.duplicatesOnly) && (
        <Chip
          set={conditions.duplicatesOnly}
          before={<Icon name="merge" size={14} />}
          onClick={() => change({ duplicatesOnly: !conditions.duplicatesOnly })}
        >
          {text(
            props.hasMoreDuplicateGroups ? 'collect.filter.duplicatesMore' : 'collect.filter.duplicates',
            { n: duplicateGroups },
          )}
        </Chip>
      )}
      {conditions.runId !== null && (
        <Chip set onRemove={() => change({ runId: null })}>
          {text('collect.filter.run')}
        </Chip>
      )}
      <Row align="center" gap={6} ms="auto">
        <Select
          variant="borderless"
          aria-label={text('collect.order')}
          popupMatchSelectWidth={false}
          value={`${order.sort} ${order.direction}` as OrderName}
          onChange={(name) => onOrder(orderOf(name))}
          options={orders.map((name) => ({
            value: name,
            label: text(`collect.order.${name.replace(' ', '.') as Dotted<OrderName>}`),
          }))}
        />
        <Segmented<ResultsView>
          aria-label={text('collect.view')}
          value={view}
          onChange={onView}
          options={[
            { value: 'cards', icon: <ViewIcon name="cards" label={text('collect.view.cards')} /> },
            { value: 'table', icon: <ViewIcon name="list" label={text('collect.view.table')} /> },
          ]}
        />
      </Row>
    </Row>
  );
}

type Dotted<Name extends string> = Name extends `${infer Sort} ${infer Direction}`
  ? `${Sort}.${Direction}`
  : never;

function orderOf(name: OrderName): CollectedOrder {
  const [sort, direction] = name.split(' ') as [CollectedOrder['sort'], CollectedOrder['direction']];
  return { sort, direction };
}

function ViewIcon({ name, label }: { name: 'cards' | 'list'; label: string }) {
  return (
    <span title={label} style={{ display: 'inline-flex', verticalAlign: '-3px' }}>
      <Icon name={name} />
      <span className="only-read">{label}</span>
    </span>
  );
}

/** Search field that searches 80 ms after the last keystroke. */
function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const text = useText();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) {
      return;
    }
    const timer = setTimeout(() => onChange(typed), 80);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Input
      type="search"
      className="results-search"
      data-page-search
      prefix={<Icon name="search" />}
      allowClear
      aria-label={text('collect.search')}
      placeholder={text('collect.search.placeholder')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

interface SourceChipProps {
  sources: ResultsToolbarProps['sources'];
  value: string[];
  onChange(value: string[]): void;
}

function SourceChip({ sources, value, onChange }: SourceChipProps) {
  const text = useText();
  const format = useFormat();
  if (sources.length === 0 && value.length === 0) {
    return null;
  }
  const [first = ''] = value;
  const platform = sources.find(({ shop }) => shop === first)?.platform;
  const list = (
    <Stack gap={8} maxW="min(360px, 80vw)" maxH={320} overflow="auto">
      {sources.map(({ shop, platform: of, count }) => (
        <Checkbox
          key={`${of} ${shop}`}
          checked={value.includes(shop)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, shop] : value.filter((other) => other !== shop))
          }
        >
          <Row as="span" inline align="center" gap={8} maxW="100%">
            <PlatformMark platform={of} />
            <span className="cut">
              <ShopName shop={shop} />
            </span>
            <span className="num quiet">{format.number(count)}</span>
          </Row>
        </Checkbox>
      ))}
    </Stack>
  );
  return (
    <Popover trigger="click" arrow={false} placement="bottomLeft" content={list}>
      {value.length === 0 ? (
        <Chip opens>{text('collect.filter.source')}</Chip>
      ) : (
        <Chip
          set
          opens
          name={text('collect.filter.source')}
          before={platform === undefined ? undefined : <PlatformMark platform={platform} size={16} />}
          onRemove={() => onChange([])}
        >
          {value.length === 1 ? (
            <ShopName shop={first} />
          ) : (
            text('collect.filter.sources', { n: value.length })
          )}
        </Chip>
      )}
    </Popover>
  );
}

interface PriceChipProps {
  min: string;
  max: string;
  onChange(min: string, max: string): void;
}

function PriceChip({ min, max, onChange }: PriceChipProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState(min);
  const [to, setTo] = useState(max);
  const bad = [from, to].some((typed) => typed.trim() !== '' && !isAmount(typed));
  const set = isAmount(min) || isAmount(max);
  const apply = () => {
    if (!bad) {
      onChange(from, to);
      setOpen(false);
    }
  };
  const form = (
    <Row
      as="form"
      className="price-choice"
      wrap
      align="center"
      gap={8}
      maxW={300}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Input
        aria-label={text('collect.filter.price.from')}
        placeholder={text('collect.filter.price.from')}
        inputMode="decimal"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <span className="quiet">–</span>
      <Input
        aria-label={text('collect.filter.price.to')}
        placeholder={text('collect.filter.price.to')}
        inputMode="decimal"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button htmlType="submit">{text('act.confirm')}</Button>
      {bad && (
        <Text as="p" className="tone-red" w="100%" font="small" role="alert">
          {text('collect.filter.price.bad')}
        </Text>
      )}
    </Row>
  );
  return (
    <Popover
      trigger="click"
      arrow={false}
      placement="bottomLeft"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setFrom(min);
        setTo(max);
      }}
      content={form}
    >
      {set ? (
        <Chip set opens name={text('collect.filter.price')} onRemove={() => onChange('', '')}>
          {rangeText(min, max, text)}
        </Chip>
      ) : (
        <Chip opens>{text('collect.filter.price')}</Chip>
      )}
    </Popover>
  );
}

function rangeText(min: string, max: string, text: ReturnType<typeof useText>): string {
  if (min.trim() === '') {
    return text('collect.filter.price.upTo', { max });
  }
  return max.trim() === ''
    ? text('collect.filter.price.above', { min })
    : text('collect.filter.price.range', { min, max });
}
