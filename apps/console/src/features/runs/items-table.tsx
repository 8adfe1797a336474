import type { ItemState, ListingItem, ListingRun } from '@bowerbird/contract/listing/listing';
import { Button } from 'antd';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useEffect, useMemo } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Grid, Row } from '../../ui/layout/box.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import type { Focus } from './focus.ts';
import { PlaceCell, placeToLookAt } from './listing/place-cell.tsx';
import { useListingItems } from './queries.ts';
import { useFreshRows } from './use-fresh-rows.ts';

interface ItemsTableProps {
  listing: ListingRun;
  state: ItemState | 'all';
  /** Limits the list to products rejected for this cause; null shows all. */
  cause: string | null;
  focus: Focus | null;
  onFocus(focus: Focus): void;
  /** Called when a row or a place is chosen, not only passed. */
  onPick(): void;
}

/** With more stores than this, each is a row of its cell rather than a column. */
const columnsMax = 4;

/**
 * Products by stores. Arrow keys move from product to product and, left and right, from store to store; the journal
 * follows. Rows keep their place while the person reads: the number of new ones is shown with an offer to load them.
 */
export function ItemsTable({ listing, state, cause, focus, onFocus, onPick }: ItemsTableProps) {
  const text = useText();
  const { run, storeJobs, dryRun } = listing;
  const items = useListingItems(run.id, state, cause);
  const rows = useMemo(() => items.data?.pages.flatMap((page) => page.items) ?? [], [items.data]);
  const news = useFreshRows(listing, state, items);
  const first = rows[0];

  useEffect(() => {
    if (focus === null && first !== undefined) {
      const storeId = placeToLookAt(first);
      if (storeId !== null) {
        onFocus({ item: first, storeId });
      }
    }
  }, [focus, first, onFocus]);
  // Updates the panel next to the table together with its row.
  useEffect(() => {
    const now = rows.find(({ productId }) => productId === focus?.item.productId);
    if (focus !== null && now !== undefined && now !== focus.item) {
      onFocus({ ...focus, item: now });
    }
  }, [focus, rows, onFocus]);

  const look = (id: string | undefined) => {
    const item = rows.find(({ productId }) => productId === id);
    if (item !== undefined && item.productId !== focus?.item.productId) {
      const held = item.places.some(({ storeId }) => storeId === focus?.storeId) && storeJobs.length > 1;
      const storeId = held && focus !== null ? focus.storeId : placeToLookAt(item);
      if (storeId !== null) {
        onFocus({ item, storeId });
      }
    }
  };
  const pick = (chosen: Focus) => {
    onFocus(chosen);
    onPick();
  };
  const onRowFocus = ({ target }: FocusEvent<HTMLElement>) =>
    look(target.closest<HTMLElement>('[data-row]')?.dataset.row);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && focus !== null) {
      const { places } = focus.item;
      const at = places.findIndex(({ storeId }) => storeId === focus.storeId);
      const next = places[at + step];
      if (next !== undefined) {
        event.preventDefault();
        onFocus({ ...focus, storeId: next.storeId });
      }
    }
  };

  const columns: Column<ListingItem>[] = [
    {
      key: 'product',
      title: text('runs.column.product'),
      width: 'minmax(var(--name-width), 2.2fr)',
      render: ({ title, imageUrl, sku }) => (
        <ProductCell title={title} imageUrl={imageUrl} sku={sku} size={36} />
      ),
    },
    ...(storeJobs.length <= columnsMax
      ? storeJobs.map(
          (storeJob): Column<ListingItem> => ({
            key: storeJob.storeId,
            title: storeJob.storeName,
            width: 'minmax(130px, 1.2fr)',
            render: (item) => (
              <PlaceCell
                place={item.places.find(({ storeId }) => storeId === storeJob.storeId)}
                dryRun={dryRun}
                looked={
                  storeJobs.length > 1 &&
                  focus?.item.productId === item.productId &&
                  focus.storeId === storeJob.storeId
                }
                onLook={() => pick({ item, storeId: storeJob.storeId })}
              />
            ),
          }),
        )
      : [
          {
            key: 'stores',
            title: text('runs.column.stores'),
            width: 'minmax(200px, 2fr)',
            render: (item: ListingItem) => (
              <Row as="span" wrap gap={[4, 10]}>
                {item.places.map((place) => (
                  <PlaceCell
                    key={place.storeId}
                    place={place}
                    dryRun={dryRun}
                    small
                    looked={focus?.item.productId === item.productId && focus.storeId === place.storeId}
                    onLook={() => pick({ item, storeId: place.storeId })}
                  />
                ))}
              </Row>
            ),
          },
        ]),
  ];

  if (items.isError && rows.length === 0) {
    return <SectionFault failure={items.error} onRetry={() => void items.refetch()} />;
  }
  return (
    <Box relative onFocus={onRowFocus} onKeyDown={onKeyDown}>
      {news.count > 0 && (
        <Row className="fresh-chip" justify="center" h={0}>
          <Button size="small" icon={<Icon name="up" size={14} />} onClick={news.show}>
            {text('runs.fresh', { n: news.count })}
          </Button>
        </Row>
      )}
      <DataTable
        label={text('runs.items.label')}
        rows={rows}
        columns={columns}
        rowKey={({ productId }) => productId}
        rowName={({ title }) => title}
        total={items.data?.pages[0]?.total ?? 0}
        currentKey={focus?.item.productId ?? null}
        loading={items.isPending}
        loadingMore={items.isFetchingNextPage}
        onOpen={({ productId }) => {
          look(productId);
          onPick();
        }}
        onEnd={() => {
          if (items.hasNextPage && !items.isFetching) {
            void items.fetchNextPage();
          }
        }}
        empty={<Empty>{text(state === 'all' ? 'runs.items.none' : 'runs.items.noneSo')}</Empty>}
        narrow={(item) => (
          <Grid as="span" className="item-narrow" gap={6}>
            <ProductCell title={item.title} imageUrl={item.imageUrl} sku={item.sku} size={44} />
            {item.places.map((place) => (
              <PlaceCell
                key={place.storeId}
                place={place}
                dryRun={dryRun}
                looked={false}
                store={
                  storeJobs.length > 1
                    ? storeJobs.find(({ storeId }) => storeId === place.storeId)?.storeName
                    : undefined
                }
                onLook={() => pick({ item, storeId: place.storeId })}
              />
            ))}
          </Grid>
        )}
      />
    </Box>
  );
}
