import type { ProductRow } from '@bowerbird/contract/products/products';
import type { Format } from '../../../lib/text/format.ts';
import type { Text } from '../../../lib/text/text.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { ProductSort } from '../queries.ts';
import type { OptionalColumn } from './table-look.ts';

type Sorting = (sort: ProductSort) => Pick<Column<ProductRow>, 'sorted' | 'onSort'>;

/** Returns the columns that are not shown at first. */
export function moreColumns(text: Text, format: Format, sorting: Sorting): Column<ProductRow>[] {
  const money = (key: 'compareAt' | 'cost'): Column<ProductRow> => ({
    ...heading(key),
    width: 'minmax(92px, 0.9fr)',
    align: 'end',
    ...sorting(key),
    render: (row) => (
      <span
        className="quiet"
        title={row.variantCount > 1 ? text('products.lowestOf', { n: row.variantCount }) : undefined}
      >
        {format.money(row[key], row.currency)}
      </span>
    ),
  });
  const count = (key: 'variants' | 'images', of: (row: ProductRow) => number): Column<ProductRow> => ({
    ...heading(key),
    width: '80px',
    align: 'end',
    ...sorting(key),
    render: (row) => <span className="quiet">{format.number(of(row))}</span>,
  });
  const words = (key: OptionalColumn, of: (row: ProductRow) => string | null): Column<ProductRow> => ({
    ...heading(key),
    width: 'minmax(110px, 1fr)',
    render: (row) => {
      const value = of(row);
      return (
        <span className="quiet" title={value ?? undefined}>
          {value ?? '—'}
        </span>
      );
    },
  });
  const time = (
    key: 'collected' | 'created',
    of: (row: ProductRow) => string | null,
  ): Column<ProductRow> => ({
    ...heading(key),
    width: '104px',
    align: 'end',
    ...sorting(key),
    render: (row) => {
      const at = of(row);
      return (
        <span className="quiet" title={at === null ? undefined : format.full(at)}>
          {at === null ? '—' : format.relative(at)}
        </span>
      );
    },
  });
  function heading(key: OptionalColumn) {
    return { key, title: text(`products.column.${key}`) };
  }
  return [
    money('compareAt'),
    money('cost'),
    count('variants', ({ variantCount }) => variantCount),
    count('images', ({ imageCount }) => imageCount),
    { ...words('status', ({ status }) => text(`products.status.${status}`)), ...sorting('status') },
    words('group', ({ marks }) => marks.group?.name ?? null),
    words('assignee', ({ marks }) => marks.assignee?.name ?? null),
    words('note', ({ marks }) => marks.note),
    { ...words('type', ({ productType }) => productType), ...sorting('type') },
    { ...words('vendor', ({ vendor }) => vendor), ...sorting('vendor') },
    { ...words('platform', ({ platform }) => platform), ...sorting('platform') },
    time('collected', ({ collectedAt }) => collectedAt),
    time('created', ({ createdAt }) => createdAt),
  ];
}
