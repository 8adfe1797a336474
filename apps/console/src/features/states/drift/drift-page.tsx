import { type DriftKind, driftKinds } from '@bowerbird/contract/listing/states';
import { Button, Dropdown } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sameTab } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { type DriftFilter, useCompare, useDrift, useDriftFacets } from '../queries.ts';
import { RulesDrawer } from '../rules-drawer.tsx';
import { ComparedLine } from './compared-line.tsx';
import { DriftProduct } from './drift-product.tsx';
import { SimilarLine } from './similar-line.tsx';
import '../states.css';
import './drift.css';

type Kind = DriftKind | 'gone';

/** What differs in stores from what was sent: product by product and field by field, each pushed, pulled or ignored. */
export default function DriftPage() {
  const text = useText();
  const format = useFormat();
  const [filter, setFilter] = useDriftFilter();
  const facets = useDriftFacets();
  const list = useDrift(filter);
  const compare = useCompare();
  const [rules, setRules] = useState(false);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const stores = facets.data?.stores ?? [];
  const store = stores.find(({ storeId }) => storeId === filter.storeId);
  const isAtWork = stores.some(({ comparison }) => comparison.state !== 'idle');
  // Differences are shown as they are found.
  const found = stores.map(({ comparison: { done, endedAt } }) => `${done} ${endedAt}`).join();
  const { refetch } = list;
  useEffect(() => {
    if (found !== '') {
      void refetch();
    }
  }, [found, refetch]);
  const counts = new Map<Kind, number>(facets.data?.kinds.map(({ kind, count }) => [kind, count]));
  if (facets.data && facets.data.gone > 0) {
    counts.set('gone', facets.data.gone);
  }
  const kinds = [...driftKinds, 'gone' as const].filter((kind) => counts.has(kind) || kind === filter.kind);

  return (
    <div className="page">
      <PageHead
        title={text('menu.listing.drift')}
        actions={
          <>
            <Button onClick={() => setRules(true)}>{text('drift.rules')}</Button>
            <Button
              type="primary"
              loading={compare.isPending}
              disabled={isAtWork || stores.length === 0}
              onClick={() => compare.mutate(filter.storeId === undefined ? undefined : [filter.storeId])}
            >
              {text('drift.compare')}
            </Button>
          </>
        }
      />
      {facets.data && <ComparedLine stores={store ? [store] : stores} />}
      <TabRow
        label={text('drift.byKind')}
        value={filter.kind ?? 'all'}
        onChange={(kind) => setFilter(kind === 'all' ? without(filter, 'kind') : { ...filter, kind })}
        tabs={[
          {
            key: 'all' as Kind | 'all',
            title: text('places.all'),
            ...(facets.data && { count: format.number(facets.data.products + facets.data.gone) }),
          },
          ...kinds.map((kind) => ({
            key: kind,
            title: text(kind === 'gone' ? 'state.gone' : `drift.kind.${kind}`),
            count: format.number(counts.get(kind) ?? 0),
          })),
        ]}
        end={
          store ? (
            <Chip set name={store.name} onRemove={() => setFilter(without(filter, 'storeId'))}>
              {store.name}
            </Chip>
          ) : (
            stores.length > 1 && (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: stores.map(({ storeId, name, count }) => ({
                    key: storeId,
                    label: `${name} · ${format.number(count)}`,
                  })),
                  onClick: ({ key }) => setFilter({ ...filter, storeId: key }),
                }}
              >
                <Chip opens>{text('places.store')}</Chip>
              </Dropdown>
            )
          )
        }
      />
      {filter.kind !== undefined && filter.kind !== 'gone' && items.length > 0 && (
        <SimilarLine kind={filter.kind} store={store ?? null} count={list.data?.pages[0]?.total ?? 0} />
      )}
      {list.isError && items.length === 0 ? (
        <SectionFault failure={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending || facets.isPending ? (
        <SkeletonRows rows={6} />
      ) : items.length === 0 ? (
        <Nothing filter={filter} isAtWork={isAtWork} onAll={() => setFilter({})} />
      ) : (
        <div className="drift-list">
          {items.map((item) => (
            <DriftProduct
              key={item.listingId}
              item={item}
              store={stores.find(({ storeId }) => storeId === item.storeId) ?? null}
            />
          ))}
          {list.hasNextPage && (
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {text('drift.more')}
            </Button>
          )}
        </div>
      )}
      <RulesDrawer open={rules} onClose={() => setRules(false)} />
    </div>
  );
}

interface NothingProps {
  filter: DriftFilter;
  isAtWork: boolean;
  onAll(): void;
}

function Nothing({ filter, isAtWork, onAll }: NothingProps) {
  const text = useText();
  if (filter.kind !== undefined || filter.storeId !== undefined) {
    return <EmptyFiltered onRemove={onAll} />;
  }
  return <Empty>{text(isAtWork ? 'drift.atWork' : 'drift.empty')}</Empty>;
}

function without(filter: DriftFilter, name: keyof DriftFilter): DriftFilter {
  const { [name]: _left, ...rest } = filter;
  return rest;
}

function useDriftFilter(): [DriftFilter, (filter: DriftFilter) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo((): DriftFilter => {
    const reported = new URLSearchParams(search);
    const kind = [...driftKinds, 'gone' as const].find((each) => each === reported.get('kind'));
    const storeId = reported.get('store');
    return { ...(kind && { kind }), ...(storeId && { storeId }) };
  }, [search]);
  const change = ({ kind, storeId }: DriftFilter) => {
    const reported = new URLSearchParams({ ...(kind && { kind }), ...(storeId && { store: storeId }) });
    void navigate(reported.size === 0 ? pathname : `${pathname}?${reported}`, sameTab);
  };
  return [filter, change];
}
