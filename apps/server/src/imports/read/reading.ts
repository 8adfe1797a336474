import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { StagedProduct } from '@bowerbird/files/formats/format';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import type { Opened } from '../../db/tables/imports.ts';
import { tableReader } from './table-reader.ts';

/** Rows of a file as a mapping reads them: with its remedies, by its columns. */
export interface Reading {
  /** With any of these errors, no row can be read. */
  faults: readonly FileFault[];
  /** Returns what all rows of one product have in common; null for a row of none. Rows are given in the order of the file. */
  keyOf(row: NotedRow): string | null;
  /** Reads the rows of one product, in the order of the file. */
  read(rows: readonly NotedRow[]): StagedProduct;
}

/** Opens the rows below the header of a file; null for a file without one. */
export function openReading(opened: Opened, mapping: FileMapping): Reading | null {
  const { header } = opened;
  if (header === null) {
    return null;
  }
  const reader = tableReader(mapping.products, header);
  return {
    faults: reader.faults,
    keyOf: (row) => (row.number <= header.number ? null : reader.keyOf(row)),
    read: (rows) => reader.read(rows),
  };
}
