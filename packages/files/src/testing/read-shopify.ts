import type { Product } from '@bowerbird/catalog/product';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { readTable } from '../formats/read-table.ts';
import { columnOrder } from '../formats/shopify/columns.ts';
import { shopify } from '../formats/shopify/format.ts';
import { eachRow, readHeader } from '../formats/shopify/table.ts';
import { isBlank } from '../formats/table/line.ts';
import type { TableRow } from '../text/table-row.ts';

/** Content of a Shopify product file. */
export interface ShopifyCsv {
  /** The valid products, each with the row where it begins. */
  products: { row: number; product: Product }[];
  /** All errors, by row. */
  faults: FileFault[];
  /** Headers of the columns that not every format has, in order; to be passed to the writer. */
  more: string[];
}

/** Reads a whole text in either set of header names, by the format's own reader. */
export function readShopifyCsv(text: string): ShopifyCsv {
  const rows: TableRow[] = [];
  const cutOff = eachRow(text, (row) => rows.push(row));
  const { products, faults } = readTable(rows, shopify);
  const header = rows.find(({ cells }) => !isBlank(cells));
  return {
    products: products.flatMap(({ product, origin: { row } }) => (product ? [{ row, product }] : [])),
    faults: [...faults, ...products.flatMap((staged) => staged.faults), ...cutOff].sort(
      (left, right) => left.row - right.row,
    ),
    more: header ? moreIn(header) : [],
  };
}

function moreIn(row: TableRow): string[] {
  const { cells, places, others } = readHeader(row);
  const ofOne = [...places].filter(([column]) => !columnOrder.shopify.includes(column));
  return [...ofOne.map(([, place]) => cells[place]?.trim() ?? ''), ...others.map(({ name }) => name)];
}
