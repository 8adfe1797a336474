import type { CollectedRow } from '@bowerbird/contract/collected';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { ByPlugin } from '../../ui/by-plugin.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import { ProductCell } from '../../ui/product-cell.tsx';
import { StateGlyph, StateText } from '../../ui/state-glyph.tsx';
import type { SelectionState } from '../../ui/use-selection.ts';
import { factColumns } from './fact-columns.tsx';
import { priceWords, twinWords } from './good-card.tsx';
import type { CollectedOrder, CollectedSort } from './queries.ts';

interface ResultsTableProps {
  /** The platform whose page this is; undefined on the page of all. */
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

/** The box as a table. */
export function ResultsTable({ platform, order, onOrder, onCompare, ...rest }: ResultsTableProps) {
  const text = useText();
  const format = useFormat();
  const sort = (by: CollectedSort) => ({
    sorted: order.sort === by ? order.direction : null,
    onSort: () =>
      onOrder({ sort: by, direction: order.sort === by && order.direction === 'asc' ? 'desc' : 'asc' }),
  });
  const columns: Column<CollectedRow>[] = [
    {
      key: 'title',
      title: text('collect.column.product'),
      width: 'minmax(260px, 3fr)',
      ...sort('title'),
      render: (row) => (
        <ProductCell title={row.title} pictureUrl={row.pictureUrl} variantCount={row.variantCount} />
      ),
    },
    {
      key: 'price',
      title: text('collect.column.price'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      ...sort('price'),
      render: (row) => priceWords(row, format),
    },
    {
      key: 'source',
      title: text('collect.column.source'),
      width: 'minmax(150px, 1.4fr)',
      render: (row) => (
        <span className="marked-source">
          <PlatformMark platform={row.platform} />
          <span className="cut">{row.shop}</span>
          {row.byPlugin && <ByPlugin />}
        </span>
      ),
    },
    {
      key: 'category',
      title: text('collect.column.category'),
      width: 'minmax(100px, 1.2fr)',
      render: (row) => row.category ?? '—',
    },
    ...factColumns(platform, text),
    {
      key: 'state',
      title: text('collect.column.state'),
      width: 'minmax(120px, 1.2fr)',
      render: (row) =>
        row.duplicate === null ? (
          <StateText state={row.productId === null ? 'unclaimed' : 'claimed'} />
        ) : (
          <span className="marked-source">
            <StateGlyph state={row.productId === null ? 'unclaimed' : 'claimed'} alone />
            <button
              type="button"
              className="twin-link cut"
              title={twinWords(row, text)}
              onClick={() => onCompare(row)}
            >
              {twinWords(row, text)}
            </button>
          </span>
        ),
    },
    {
      key: 'collected',
      title: text('collect.column.collected'),
      width: '116px',
      align: 'end',
      ...sort('collected'),
      render: (row) => <span title={format.full(row.collectedAt)}>{format.relative(row.collectedAt)}</span>,
    },
  ];
  return (
    <DataTable
      {...rest}
      label={text('collect.box')}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.title}
      narrow={(row) => (
        <ProductCell
          title={row.title}
          pictureUrl={row.pictureUrl}
          size={44}
          note={
            <>
              <span>{priceWords(row, format)}</span>
              <span>{format.relative(row.collectedAt)}</span>
            </>
          }
        />
      )}
    />
  );
}
