import type { ReactNode } from 'react';
import { useState } from 'react';
import { useFormat } from '../lib/text/format.ts';
import { useText } from '../lib/text/text.ts';
import type { StateName } from '../ui/feedback/state-glyph.tsx';
import { StateText } from '../ui/feedback/state-glyph.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { ProductCell } from '../ui/table/product-cell.tsx';
import { useSelection } from '../ui/table/use-selection.ts';
import { sampleImages, titles } from './sample-data.ts';

interface SampleRow {
  id: string;
  title: string;
  imageUrl: string | null;
  state: StateName;
  price: string;
}

const states: StateName[] = ['listed', 'refused', 'verifying', 'claimed'];
const rows: SampleRow[] = Array.from({ length: 6 }, (_, index) => ({
  id: `p${index}`,
  title: titles[index % titles.length] ?? '',
  imageUrl: sampleImages[index] ?? null,
  state: states[index % states.length] ?? 'none',
  price: `${24 + index * 17}.90`,
}));

interface ProductTableProps {
  label: string;
  loading?: boolean;
  /** Shown in place of the rows. */
  none?: ReactNode;
}

/** A table of products as the lists of the console have it. */
export function ProductTable({ label, loading = false, none }: ProductTableProps) {
  const text = useText();
  const format = useFormat();
  const selection = useSelection(rows.length);
  const [widths, setWidths] = useState<Record<string, number | null>>({});
  const shown = loading || none !== undefined ? [] : rows;
  const cell = ({ title, imageUrl, id }: SampleRow) => (
    <ProductCell title={title} imageUrl={imageUrl} sku={id} variantCount={3} />
  );
  const width = (key: string, usual: string) => {
    const chosen = widths[key];
    return typeof chosen === 'number' ? `${chosen}px` : usual;
  };
  return (
    <DataTable
      label={label}
      rows={shown}
      total={shown.length}
      loading={loading}
      empty={none}
      selection={selection}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      narrow={cell}
      onOpen={() => undefined}
      onResize={(key, chosen) => setWidths({ ...widths, [key]: chosen })}
      columns={[
        {
          key: 'title',
          title: text('products.column.title'),
          width: width('title', 'minmax(var(--name-width), 3fr)'),
          sorted: 'asc',
          onSort: () => undefined,
          render: cell,
        },
        {
          key: 'state',
          title: text('products.filter.listing'),
          name: text('products.filter.listing'),
          width: width('state', '160px'),
          render: ({ state }) => <StateText state={state} />,
        },
        {
          key: 'price',
          title: text('products.column.price'),
          align: 'end',
          width: width('price', '120px'),
          render: ({ price }) => format.money(price, 'USD'),
        },
      ]}
    />
  );
}
