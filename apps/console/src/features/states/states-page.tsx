import type { ListingPlace, ListingStateRow } from '@bowerbird/contract/listing/states';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { useUpdateInStores } from '../../ui/stores/use-update-in-stores.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { FollowingDrawer } from './following-drawer.tsx';
import { PlaceCell } from './place-cell.tsx';
import { PlaceDrawer } from './place-drawer.tsx';
import { useFacets, useStates } from './queries.ts';
import { Reasons } from './reasons.tsx';
import { StateTabs } from './state-tabs.tsx';
import { StatesTools } from './states-tools.tsx';
import { useStatesFilter } from './use-states-filter.ts';
import './states.css';

/** The state of every product in every store, why it is not listed, and the possible actions. */
export default function StatesPage() {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const update = useUpdateInStores();
  const [filter, setFilter] = useStatesFilter();
  const facets = useFacets();
  const list = useStates(filter);
  const [opened, setOpened] = useState<{ productId: string; storeId: string } | null>(null);
  const [following, setFollowing] = useState(false);
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  const stores = useMemo(() => facets.data?.stores ?? [], [facets.data]);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const row = rows.find(({ productId }) => productId === opened?.productId);
  const place = row?.places.find(({ storeId }) => storeId === opened?.storeId);

  const shown = stores.filter(({ storeId }) => filter.storeId === undefined || storeId === filter.storeId);
  const columns: Column<ListingStateRow>[] = [
    {
      key: 'product',
      title: text('places.column.product'),
      width: 'minmax(var(--name-width), 3fr)',
      render: (each) => <Cell row={each} />,
    },
    ...shown.map(({ storeId, name, platform }) => ({
      key: storeId,
      title: (
        <Row as="span" inline align="center" gap={6} shrink maxW="100%">
          <PlatformMark platform={platform} size={16} named />
          <span className="cut" title={name}>
            {name}
          </span>
        </Row>
      ),
      width: 'minmax(132px, 2fr)',
      render: (each: ListingStateRow) => (
        <PlaceCell
          place={placeIn(each, storeId)}
          store={name}
          onOpen={() => setOpened({ productId: each.productId, storeId })}
        />
      ),
    })),
  ];
  return (
    <div className="page">
      <PageHead
        title={text('menu.listing.state')}
        actions={
          <>
            {filter.state === 'changed' && may('listing', 'add') && (
              <Button
                loading={update.busy}
                onClick={() =>
                  void update.begin({
                    selection: {
                      filter: { queue: 'changed', ...(filter.text && { text: filter.text }) },
                      except: [],
                    },
                    ...(filter.storeId !== undefined && { storeIds: [filter.storeId] }),
                  })
                }
              >
                {text('update.act')}
              </Button>
            )}
            <Button onClick={() => setFollowing(true)}>{text('places.following')}</Button>
            <Button type="primary" onClick={() => void navigate('/form/step-form')}>
              {text('menu.listing.bulk')}
            </Button>
          </>
        }
      />
      <StateTabs facets={facets.data} filter={filter} onChange={setFilter} />
      <StatesTools stores={stores} filter={filter} onChange={setFilter} total={list.data ? total : null} />
      {facets.data && (
        <Reasons reasons={facets.data.reasons} stores={stores} filter={filter} onChange={setFilter} />
      )}
      {list.isError && rows.length === 0 ? (
        <SectionFault failure={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={text('menu.listing.state')}
          rows={rows}
          columns={columns}
          rowKey={({ productId }) => productId}
          rowName={({ title }) => title}
          total={total}
          rowHeight={52}
          onOpen={({ productId }) => void navigate(`/products/${productId}`)}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetching) {
              void list.fetchNextPage();
            }
          }}
          loadingMore={list.isFetchingNextPage}
          loading={list.isPending || facets.isPending}
          empty={
            isFiltered ? (
              <EmptyFiltered onRemove={() => setFilter({})} />
            ) : (
              <Empty
                act={
                  <Button type="primary" onClick={() => void navigate('/form/step-form')}>
                    {text('menu.listing.bulk')}
                  </Button>
                }
              >
                {text('places.empty')}
              </Empty>
            )
          }
          narrow={(each) => (
            <Stack as="span" gap={2} shrink w="100%">
              <Cell row={each} />
              {shown.map(({ storeId, name }) => {
                const found = placeIn(each, storeId);
                return (
                  found && (
                    <Grid
                      as="span"
                      key={storeId}
                      columns="minmax(0, 96px) minmax(0, 1fr)"
                      align="center"
                      gap={8}
                    >
                      <span className="caption cut">{name}</span>
                      <PlaceCell
                        place={found}
                        store={name}
                        onOpen={() => setOpened({ productId: each.productId, storeId })}
                      />
                    </Grid>
                  )
                );
              })}
            </Stack>
          )}
        />
      )}
      <PlaceDrawer
        row={row ?? null}
        place={place ?? null}
        store={stores.find(({ storeId }) => storeId === opened?.storeId)?.name ?? ''}
        onClose={() => setOpened(null)}
      />
      <FollowingDrawer open={following} stores={stores} onClose={() => setFollowing(false)} />
    </div>
  );
}

function Cell({ row }: { row: ListingStateRow }) {
  return (
    <ProductCell title={row.title} imageUrl={row.imageUrl} sku={row.sku} variantCount={row.variantCount} />
  );
}

function placeIn({ places }: ListingStateRow, storeId: string): ListingPlace | undefined {
  return places.find((place) => place.storeId === storeId);
}
