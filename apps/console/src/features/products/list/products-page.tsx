import type { ProductRow } from '@bowerbird/contract/products/products';
import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { usePlatformPath, usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { useCountedSelection } from '../../../ui/table/use-counted-selection.ts';
import { Text } from '../../../ui/text/text.tsx';
import { keepWalk, readPlace } from '../editor/list-walk.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { SavedViews } from '../filter/saved-views.tsx';
import { SearchField } from '../filter/search-field.tsx';
import { ColourDot } from '../marks/colour-dot.tsx';
import { useProductList, wholeCount } from '../queries.ts';
import { useProductActions } from '../row-menu/use-product-actions.tsx';
import { PriceRange, StockFigure, useProductColumns } from './product-columns.tsx';
import { ProductsBulkBar } from './products-bulk-bar.tsx';
import { ProductsEmpty } from './products-empty.tsx';
import { QuickLook } from './quick-look.tsx';
import { shownColumns, useTableLook, withMoved, withWidth } from './table-look.ts';
import { TableMenu } from './table-menu.tsx';
import { useFilterChange, useListRequest } from './use-list-request.ts';
import { useRowEditing } from './use-row-editing.ts';
import './products.css';

/**
 * All products: searched while typing, filtered, sorted, edited in their cells, selected one by one or by the filter.
 */
export default function ProductsPage() {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [requested, setRequest] = useListRequest();
  const scope = usePlatformScope();
  const details = usePlatformPath('ProductDetials', '/products');
  const platform = scope?.platform;
  const requestConfirmation = useMemo(
    () =>
      platform === undefined
        ? requested
        : { ...requested, filter: { ...requested.filter, platforms: [platform] } },
    [requested, platform],
  );
  const list = useProductList(requestConfirmation);
  const rows = useMemo(() => distinct(list.data?.pages.flatMap(({ items }) => items) ?? []), [list.data]);
  const first = list.data?.pages[0];
  const { selection, total, isCounted } = useCountedSelection(first, wholeCount(requestConfirmation.filter));
  const changeFilter = useFilterChange(requested, setRequest, selection);
  const [refusals, setRefusals] = useState(0);
  const [looked, setLooked] = useState<ProductRow | null>(null);
  const [look, setLook] = useTableLook();
  const editing = useRowEditing();
  const mayEdit = may('products', 'edit');
  const isBack = useNavigationType() === 'POP';
  const { actionsOf, dialog } = useProductActions();

  const open = (row: ProductRow) => {
    keepWalk({
      ids: rows.map(({ id }) => id),
      total,
      request: requestConfirmation,
      nextCursor: list.data?.pages.at(-1)?.nextCursor ?? null,
    });
    void navigate(`${details}/${row.id}`);
  };
  const columns = useProductColumns({
    request: requested,
    onRequest: setRequest,
    look,
    editing,
    mayEdit,
    onOpen: open,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    const row = rows.find((each) => each.id === id);
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    if (event.key === 'e' && mayEdit) {
      event.preventDefault();
      editing.start(row, 'title');
    }
  };
  const withoutText = () => {
    const { text: typed, ...rest } = requested.filter;
    if (typed !== undefined) {
      void changeFilter(rest);
    }
  };
  const count =
    first === undefined
      ? ''
      : text(first.totalIsEstimate ? 'products.countMore' : 'products.count', {
          n: first.total,
          ms: Math.max(1, Math.round(first.milliseconds)),
        });
  return (
    <div className="page">
      <PageHead
        title={text('menu.products.list')}
        actions={
          <>
            {may('products', 'export') && (
              <Button onClick={() => void navigate('/products/export')}>{text('products.export')}</Button>
            )}
            {may('products', 'add') && (
              <Button
                type="primary"
                icon={<Icon name="plus" />}
                onClick={() => void navigate('/products/new')}
              >
                {text('products.new')}
              </Button>
            )}
          </>
        }
      />
      <SavedViews
        request={requested}
        platform={platform}
        count={first === undefined || first.totalIsEstimate ? undefined : format.number(first.total)}
        onRequest={(query) => void navigate(`${pathname}${query}`, { replace: true })}
      />
      <Row wrap align="center" gap={8} mb={6}>
        <SearchField
          key={refusals}
          value={requested.filter.text ?? ''}
          onChange={(typed) => {
            const { text: _, ...rest } = requested.filter;
            void changeFilter(typed === '' ? rest : { ...requested.filter, text: typed }).then(
              (changed) => changed || setRefusals((n) => n + 1),
            );
          }}
        />
        <FilterBar filter={requested.filter} onChange={(filter) => void changeFilter(filter)} />
        <Row as="span" align="center" gap={10} ms="auto">
          <Text font="small" tone="t2" nowrap aria-live="polite">
            {count}
          </Text>
          <TableMenu look={look} onChange={setLook} />
        </Row>
      </Row>
      {list.isError && rows.length === 0 ? (
        <SectionFault failure={list.error} onRetry={() => void list.refetch()} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the table's focused row.
        <div onKeyDown={onKeyDown}>
          <DataTable
            label={text('menu.products.list')}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={({ title }) => title}
            total={total}
            pinned={
              look.pinned.some((column) => !look.hidden.includes(column))
                ? 1 + shownColumns(look).filter((column) => look.pinned.includes(column)).length
                : 0
            }
            onMove={(key, target) => setLook(withMoved(look, key, target))}
            onResize={(key, width) => setLook(withWidth(look, key, width))}
            rowHeight={look.density === 'compact' ? 44 : 50}
            selection={selection}
            onOpen={open}
            onLook={(row) => setLooked(row)}
            onStepOut={withoutText}
            returnKey={() => (isBack ? readPlace() : null)}
            actions={actionsOf}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetching) {
                void list.fetchNextPage();
              }
            }}
            loadingMore={list.isFetchingNextPage}
            loading={list.isPending}
            empty={
              <ProductsEmpty filter={requested.filter} onFilter={(filter) => void changeFilter(filter)} />
            }
            currentKey={looked?.id ?? null}
            narrow={(row) => (
              <Row as="span" align="center" justify="between" gap={12} shrink>
                <ProductCell
                  title={row.title}
                  imageUrl={row.imageUrl}
                  sku={row.sku}
                  variantCount={row.variantCount}
                  size={44}
                />
                {row.marks.colour !== null && <ColourDot colour={row.marks.colour} />}
                <Stack as="span" rigid align="end">
                  <PriceRange row={row} />
                  <span className="caption">
                    {text('products.column.stock')} <StockFigure row={row} />
                  </span>
                </Stack>
              </Row>
            )}
          />
        </div>
      )}
      <ProductsBulkBar
        selection={selection}
        filter={requestConfirmation.filter}
        total={total}
        isCounted={isCounted}
        changed={
          selection.allMatching ||
          rows.some(
            ({ id, listings }) => selection.has(id) && listings.some(({ state }) => state === 'changed'),
          )
        }
      />
      {dialog}
      <QuickLook row={looked} onClose={() => setLooked(null)} onOpen={open} />
    </div>
  );
}

/** Removes duplicate rows: a product edited between two page loads may be in both. */
function distinct(all: ProductRow[]): ProductRow[] {
  return [...new Map(all.map((row) => [row.id, row])).values()];
}
