import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { CsvReader, type CsvRow } from '@bowerbird/files/text/csv-reader';
import { type Dialect, readingOf } from '@bowerbird/files/text/dialect';
import { bytesOf, Carrier } from '@bowerbird/files/text/encoding';
import type { CellNote, NotedRow } from '@bowerbird/files/text/table-row';
import type { Opened } from '../../db/tables/imports.ts';
import type { FileRow } from '../../uploads/reading/open-table.ts';

/** The fastest: text of tables becomes a fifth or less, and the next level is a tenth better at twice the time. */
const level = 1;

/** Packs rows as they stand in their file: those of a CSV file as their own bytes, so that the file can be given back. */
export function packRows(rows: readonly FileRow[], opened: Opened): Buffer {
  return opened.kind === 'csv'
    ? deflateRawSync(bytesOf(rows.map(({ text = '' }) => text).join(''), opened.dialect.encoding), { level })
    : packSheetRows(rows);
}

/** A row of a sheet: its number, cells, and what is particular about them. */
type SheetRow = [number: number, cells: readonly string[], notes?: readonly CellNote[]];

function packSheetRows(rows: readonly NotedRow[]): Buffer {
  const packed = rows.map(
    ({ number, cells, notes }): SheetRow => (notes.length > 0 ? [number, cells, notes] : [number, cells]),
  );
  return deflateRawSync(JSON.stringify(packed), { level });
}

/** Returns packed rows as they were read. */
export function unpackRows(opened: Opened, page: { packed: Buffer; first_row: number }): NotedRow[] {
  const bytes = unpackBytes(page.packed);
  if (opened.kind === 'csv') {
    return csvRows(bytes, opened.dialect, page.first_row);
  }
  // Packed by this program.
  const rows = JSON.parse(bytes.toString()) as SheetRow[];
  return rows.map(([number, cells, notes = []]) => ({ number, cells, notes }));
}

/** Returns the bytes of packed rows of a CSV file as they stand in it. */
export function unpackBytes(packed: Buffer): Buffer {
  return inflateRawSync(packed);
}

/** Returns packed rows of a CSV file with their texts. */
export function unpackCsvRows(
  { dialect }: Extract<Opened, { kind: 'csv' }>,
  page: { packed: Buffer; first_row: number },
): CsvRow[] {
  return csvRows(unpackBytes(page.packed), dialect, page.first_row);
}

function csvRows(bytes: Buffer, dialect: Dialect, firstRow: number): CsvRow[] {
  const reader = new CsvReader(readingOf(dialect));
  const rows = reader.push(new Carrier(dialect.encoding).push(bytes)).concat(reader.end());
  return rows.map((row) => ({ ...row, number: row.number + firstRow - 1 }));
}
