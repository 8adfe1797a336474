import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../faults/fault.ts';
import type { TableRow } from '../text/table-row.ts';
import { recognised } from './all.ts';
import type { FileFormat, StagedProduct } from './format.ts';
import { isBlank } from './table/line.ts';

/** What a small table holds: its format, and every product with what is wrong in its rows. */
export interface ReadTable {
  format: FileFormat | null;
  products: StagedProduct[];
  /** Errors of the header and of cells' writing; those of products' rows are with the products. */
  faults: FileFault[];
}

/** Reads a whole table, its header first, in the format that its header shows or the one given. Rows that stand apart are one product. */
export function readTable(rows: Iterable<TableRow>, given?: FileFormat): ReadTable {
  const groups = new Map<string, TableRow[]>();
  let opened: { format: FileFormat; reader: ReturnType<FileFormat['reader']> } | null = null;
  for (const row of rows) {
    if (opened === null) {
      if (isBlank(row.cells)) {
        continue;
      }
      const format = given ?? recognised(row.cells);
      if (format === null) {
        return {
          format,
          products: [],
          faults: [faultAt(row.number, null, row.cells.join(','), 'header.unknown')],
        };
      }
      const reader = format.reader(row);
      if (reader.faults.length > 0) {
        return { format, products: [], faults: [...reader.faults] };
      }
      opened = { format, reader };
      continue;
    }
    const key = opened.reader.keyOf(row);
    if (key !== null) {
      const held = groups.get(key);
      if (held) {
        held.push(row);
      } else {
        groups.set(key, [row]);
      }
    }
  }
  if (opened === null) {
    return { format: null, products: [], faults: [faultAt(1, null, '', 'file.empty')] };
  }
  const { reader } = opened;
  return {
    format: opened.format,
    products: [...groups.values()].map((group) => reader.read(group)),
    faults: [],
  };
}
