import type { ListingFacets } from '@bowerbird/contract/listing/states';
import { Dropdown, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Chip } from '../../ui/form/chip.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { StatesFilter } from './queries.ts';

const restMs = 150;

interface StatesToolsProps {
  stores: ListingFacets['stores'];
  filter: StatesFilter;
  onChange(filter: StatesFilter): void;
  total: number | null;
}

/** Search, the store and reason by which the list is filtered, and the number of results. */
export function StatesTools({ stores, filter, onChange, total }: StatesToolsProps) {
  const text = useText();
  const sentence = useFaultText();
  const { storeId, reason } = filter;
  const without = (name: keyof StatesFilter) =>
    onChange(Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name)));
  const store = stores.find((each) => each.storeId === storeId)?.name ?? '';
  return (
    <Row wrap align="center" gap={8} m={[12, 0]}>
      <Search value={filter.text ?? ''} onChange={(typed) => onChange({ ...filter, text: typed })} />
      {storeId !== undefined ? (
        <Chip set name={store} onRemove={() => without('storeId')}>
          {store}
        </Chip>
      ) : (
        stores.length > 1 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: stores.map((each) => ({ key: each.storeId, label: each.name })),
              onClick: ({ key }) => onChange({ ...filter, storeId: key }),
            }}
          >
            <Chip opens>{text('places.store')}</Chip>
          </Dropdown>
        )
      )}
      {reason !== undefined && (
        <Chip set name={sentence({ code: reason })} onRemove={() => without('reason')}>
          {sentence({ code: reason })}
        </Chip>
      )}
      <Text className="states-count" ms="auto" tone="t2" aria-live="polite">
        {total === null ? '' : text('places.count', { n: total })}
      </Text>
    </Row>
  );
}

function Search({ value, onChange }: { value: string; onChange(text: string): void }) {
  const text = useText();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== known) {
    setKnown(value);
    if (value === '') {
      setTyped('');
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Input
      className="states-search"
      role="searchbox"
      aria-label={text('places.search')}
      placeholder={text('places.search')}
      prefix={<Icon name="search" />}
      allowClear
      maxLength={200}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(target.value.trim()), restMs);
      }}
    />
  );
}
