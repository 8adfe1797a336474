import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import { useShopNames } from '../../../lib/data/use-shop-names.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph, StateText } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { ByPlugin } from '../../../ui/stores/by-plugin.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { ShopName } from '../../../ui/text/shop-name.tsx';
import type { CollectedOrder, CollectedSort } from '../queries.ts';
import { factColumns, factText } from './fact-columns.tsx';
import { duplicateText, priceText } from './good-card.tsx';
import { useResultActions } from './result-actions.ts';

interface ResultsTableProps {
  /** The platform of this page; undefined on the page of all platforms. */
  platform: string | undefined;
  rows: CollectedRow[];
  total: number;
  selection: SelectionState;
  order: CollectedOrder;
  onOrder(order: CollectedOrder): void;
  onOpen(row: CollectedRow): void;
  onCompare(row: CollectedRow): void;
  onEnd(): void;
  loadingMore: boolean;
}

/** The collected products as a table. */
export function ResultsTable({ platform, order, onOrder, onCompare, ...rest }: ResultsTableProps) {
  const text = useText();
  const format = useFormat();
  const actions = useResultActions();
  const shopName = useShopNames(
    rest.rows.flatMap(({ duplicate }) => (duplicate === null ? [] : [duplicate.shop])),
  );
  const sort = (by: CollectedSort) => ({
    sorted: order.sort === by ? order.direction : null,
    onSort: () =>
      onOrder({ sort: by, direction: order.sort === by && order.direction === 'asc' ? 'desc' : 'asc' }),
  });
  // A platform's page has columns of its own, so the others are narrower.
  const own = factColumns(platform, text);
  const width = (usual: string, beside: string) => (own.length === 0 ? usual : beside);
  const columns: Column<CollectedRow>[] = [
    {
      key: 'title',
      title: text('collect.column.product'),
      width: width('minmax(220px, 3fr)', 'minmax(190px, 2.4fr)'),
      ...sort('title'),
      render: (row) => (
        <ProductCell title={row.title} imageUrl={row.imageUrl} variantCount={row.variantCount} />
      ),
    },
    {
      key: 'price',
      title: text('collect.column.price'),
      width: width('minmax(150px, 1fr)', 'minmax(158px, 0.9fr)'),
      align: 'end',
      ...sort('price'),
      render: (row) => priceText(row, format),
    },
    {
      key: 'stock',
      title: text('collect.field.stock'),
      width: '94px',
      render: ({ facts }) => (
        <span className={facts.availability === 'sold-out' ? 'tone-amber' : undefined}>
          {factText('availability', facts.availability, text)}
        </span>
      ),
    },
    {
      key: 'source',
      title: text('collect.column.source'),
      width: width('minmax(150px, 1.4fr)', 'minmax(120px, 1.2fr)'),
      render: (row) => (
        <Row as="span" inline align="center" gap={8} maxW="100%">
          <PlatformMark platform={row.platform} />
          <span className="cut">
            <ShopName shop={row.shop} />
          </span>
          {row.byPlugin && <ByPlugin />}
        </Row>
      ),
    },
    {
      key: 'category',
      title: text('collect.column.category'),
      width: width('minmax(100px, 1.2fr)', 'minmax(80px, 1fr)'),
      render: (row) => row.category ?? '—',
    },
    ...own,
    {
      key: 'state',
      title: text('collect.column.state'),
      width: width('minmax(120px, 1.2fr)', 'minmax(128px, 1.1fr)'),
      render: (row) =>
        row.duplicate === null ? (
          <StateText state={row.productId === null ? 'unclaimed' : 'claimed'} />
        ) : (
          <Row as="span" inline align="center" gap={8} maxW="100%">
            <StateGlyph state={row.productId === null ? 'unclaimed' : 'claimed'} alone />
            <Box
              as="button"
              type="button"
              className="duplicate-link"
              shrink
              font="caption"
              textAlign="start"
              tone="amber"
              lines={2}
              hover="underline"
              title={duplicateText(row, text, shopName)}
              onClick={() => onCompare(row)}
            >
              {text(`box.similar.${row.duplicate.reason}`)}
            </Box>
          </Row>
        ),
    },
    {
      key: 'collected',
      title: text('collect.column.collected'),
      width: width('116px', '92px'),
      align: 'end',
      ...sort('collected'),
      render: (row) => <span title={format.full(row.collectedAt)}>{format.relative(row.collectedAt)}</span>,
    },
  ];
  return (
    <DataTable
      {...rest}
      actions={actions}
      label={text('collect.box')}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.title}
      narrow={(row) => (
        <ProductCell
          title={row.title}
          imageUrl={row.imageUrl}
          size={44}
          note={
            <>
              <span>{priceText(row, format)}</span>
              {row.facts.availability !== undefined && (
                <span>{factText('availability', row.facts.availability, text)}</span>
              )}
              <span>{format.relative(row.collectedAt)}</span>
            </>
          }
        />
      )}
    />
  );
}
