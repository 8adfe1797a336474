import type { Product } from '@bowerbird/catalog/product';
import { type Column, columnName, columnNamed, columnOrder, type ShopifyFormat } from './columns.ts';

/** Position of each column in a format's rows, and how the format spells fixed words. */
export interface Layout {
  header: readonly string[];
  /** A row with all cells blank. */
  blank: readonly string[];
  /** Indexes of the columns. Every column that a product is written to is in both formats. */
  at: Readonly<Record<Column, number>>;
  /** Indexes by column and by header, for cells that were kept from a file. */
  named: ReadonlyMap<string, number>;
  yes: string;
  no: string;
  deny: string;
  status: Readonly<Record<Product['status'], string>>;
  /** Exports write "220.0", the template "220". */
  gramsHavePoint: boolean;
}

const lower = {
  yes: 'true',
  no: 'false',
  deny: 'deny',
  status: { active: 'active', draft: 'draft', archived: 'archived' },
  gramsHavePoint: true,
};
const upper = {
  yes: 'TRUE',
  no: 'FALSE',
  deny: 'DENY',
  status: { active: 'Active', draft: 'Draft', archived: 'Archived' },
  gramsHavePoint: false,
};

const layouts: Readonly<Record<ShopifyFormat, Layout>> = {
  shopify: { ...placesOf('shopify'), ...lower },
  'shopify-new': { ...placesOf('shopify-new'), ...upper },
};

/**
 * Returns the layout of a format, with further columns at the end; those that its header has already are not added
 * again.
 */
export function layoutOf(format: ShopifyFormat, more: readonly string[]): Layout {
  const layout = layouts[format];
  if (more.length === 0) {
    return layout;
  }
  const named = more.map((name) => {
    const column = columnNamed(name);
    return column === undefined ? name : columnName(column, format);
  });
  const added = [...new Set(named)].filter((name) => !layout.named.has(name));
  if (added.length === 0) {
    return layout;
  }
  const width = layout.header.length;
  const places = added.flatMap((name, index): [string, number][] => {
    const column = columnNamed(name);
    const place = width + index;
    return column === undefined
      ? [[name, place]]
      : [
          [name, place],
          [column, place],
        ];
  });
  return {
    ...layout,
    header: [...layout.header, ...added],
    blank: [...layout.blank, ...added.map(() => '')],
    named: new Map([...layout.named, ...places]),
  };
}

function placesOf(format: ShopifyFormat) {
  const order = columnOrder[format];
  const header = order.map((column) => columnName(column, format));
  const named = new Map<string, number>();
  order.forEach((column, index) => {
    named.set(column, index).set(columnName(column, format), index);
  });
  // Columns missing in one format are only ever written by name.
  const at = Object.fromEntries(order.map((column, index) => [column, index])) as Record<Column, number>;
  return { header, blank: header.map(() => ''), at, named };
}
