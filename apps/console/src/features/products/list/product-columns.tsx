import type { ProductRow } from '@bowerbird/contract/products/products';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { nextOrder } from '../filter/filter.ts';
import { ColourDot } from '../marks/colour-dot.tsx';
import type { ListRequest, ProductSort } from '../queries.ts';
import { NoteMark } from '../row-menu/note-mark.tsx';
import { CellEdit } from './cell-edit.tsx';
import { moreColumns } from './more-columns.tsx';
import type { EditableCell } from './row-edit.ts';
import { StoreMarks } from './store-marks.tsx';
import { shownColumns, type TableLook } from './table-look.ts';
import type { RowEditing } from './use-row-editing.ts';

/** Quantities below this are shown in amber. */
const fewUnits = 100;

interface ColumnsInput {
  request: ListRequest;
  onRequest(request: ListRequest): void;
  look: TableLook;
  editing: RowEditing;
  mayEdit: boolean;
  onOpen(row: ProductRow): void;
}

/** Returns the columns of the product list as the person configured them. */
export function useProductColumns({ request, onRequest, look, editing, mayEdit, onOpen }: ColumnsInput) {
  const text = useText();
  const format = useFormat();
  const sorting = (sort: ProductSort) => ({
    sorted: request.sort === sort ? request.direction : null,
    onSort: () => onRequest(nextOrder(request, sort)),
  });
  const cell = (row: ProductRow, name: EditableCell, children: React.ReactNode) => (
    <CellEdit
      row={row}
      cell={name}
      editing={editing.at?.id === row.id && editing.at.cell === name}
      refused={editing.refused?.id === row.id && editing.refused.cell === name}
      mayEdit={mayEdit}
      onOpen={onOpen}
      onStart={editing.start}
      onEnter={editing.enter}
      onCancel={editing.cancel}
    >
      {children}
    </CellEdit>
  );
  const columns: Column<ProductRow>[] = [
    {
      key: 'title',
      title: text('products.column.title'),
      width: 'minmax(var(--name-width), 3fr)',
      ...sorting('title'),
      render: (row) =>
        cell(
          row,
          'title',
          <Row as="span" className="products-title" align="center" gap={8} shrink>
            <ProductCell
              title={row.title}
              imageUrl={row.imageUrl}
              sku={row.sku}
              variantCount={row.variantCount}
              size={36}
            />
            {row.marks.colour !== null && <ColourDot colour={row.marks.colour} />}
            {row.marks.note !== null && <NoteMark note={row.marks.note} />}
          </Row>,
        ),
    },
    {
      key: 'price',
      title: text('products.column.price'),
      width: 'minmax(92px, 0.9fr)',
      align: 'end',
      ...sorting('price'),
      render: (row) => cell(row, 'price', <PriceRange row={row} />),
    },
    {
      key: 'margin',
      title: text('products.column.margin'),
      width: '74px',
      align: 'end',
      ...sorting('margin'),
      render: ({ margin }) => (
        <span className="quiet">{margin === null ? '—' : format.percent(margin / 100)}</span>
      ),
    },
    {
      key: 'stock',
      title: text('products.column.stock'),
      width: '94px',
      align: 'end',
      ...sorting('stock'),
      render: (row) => cell(row, 'stock', <StockFigure row={row} />),
    },
    {
      key: 'tags',
      title: text('products.column.tags'),
      width: 'minmax(110px, 1.1fr)',
      render: (row) => cell(row, 'tags', <span className="quiet cut">{row.tags.join(', ') || '—'}</span>),
    },
    {
      key: 'category',
      title: text('products.column.category'),
      width: 'minmax(110px, 1.1fr)',
      ...sorting('category'),
      render: ({ category }) => (
        <span className="quiet" title={category ?? undefined}>
          {category ?? '—'}
        </span>
      ),
    },
    {
      key: 'source',
      title: text('products.column.source'),
      width: 'minmax(110px, 1.6fr)',
      ...sorting('source'),
      render: ({ sourceHost }) => (
        <span className="quiet" title={sourceHost ?? undefined}>
          {sourceHost ?? '—'}
        </span>
      ),
    },
    {
      key: 'stores',
      title: text('products.column.stores'),
      width: 'minmax(140px, 1.2fr)',
      render: ({ listings }) => <StoreMarks listings={listings} />,
    },
    {
      key: 'updated',
      title: text('products.column.updated'),
      width: '104px',
      align: 'end',
      ...sorting('updated'),
      render: ({ updatedAt }) => (
        <span className="quiet" title={format.full(updatedAt)}>
          {format.relative(updatedAt)}
        </span>
      ),
    },
  ];
  const all = [...columns, ...moreColumns(text, format, sorting)];
  return ['title', ...shownColumns(look)].flatMap((key) => {
    const column = all.find((each) => each.key === key);
    const width = look.widths[key];
    return column === undefined ? [] : [width === undefined ? column : { ...column, width: `${width}px` }];
  });
}

/** The lowest price, with a plus if other variants cost more. */
export function PriceRange({ row }: { row: ProductRow }) {
  const text = useText();
  const format = useFormat();
  if (row.price === null) {
    return <span className="quiet">—</span>;
  }
  const price = format.money(row.price, row.currency);
  const more = row.priceMax !== null && row.priceMax !== row.price;
  return more ? (
    <span title={text('products.priceTo', { price: format.money(row.priceMax ?? row.price, row.currency) })}>
      {price}+
    </span>
  ) : (
    <span>{price}</span>
  );
}

/**
 * The inventory quantity, amber if few are left, red at none; without a quantity, whether the product can be bought.
 */
export function StockFigure({ row: { stock, availability = null } }: { row: ProductRow }) {
  const format = useFormat();
  const text = useText();
  if (stock === null) {
    const words = { available: 'collect.field.available', 'sold-out': 'collect.field.soldOut' } as const;
    return <span className="quiet">{availability === null ? '—' : text(words[availability])}</span>;
  }
  const tone = stock <= 0 ? 'tone-red' : stock < fewUnits ? 'tone-amber' : '';
  return <span className={`products-figure ${tone}`}>{format.number(stock)}</span>;
}
