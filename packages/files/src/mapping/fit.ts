import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { fileFormats } from '../formats/all.ts';
import type { TableRow } from '../text/table-row.ts';
import { missingColumns } from './columns.ts';
import { tableReader } from './table-reader.ts';

/**
 * Returns how well a remembered mapping fits a file, 0 to 1: the share of its columns that the header has; 0 where no row
 * could be read by it. Next week's file of the same supplier is 1.
 */
export function fitOf({ products }: FileMapping, header: TableRow): number {
  if (tableReader(products, header).faults.length > 0) {
    return 0;
  }
  if (products.by === 'format') {
    return fileFormats[products.format].recognise(header.cells);
  }
  const named = new Set([...products.columns.map(({ column }) => column), ...products.key]);
  return 1 - missingColumns(products, header.cells).length / named.size;
}
