import type { CsvRow } from '@bowerbird/files/text/csv-reader';
import { withCell } from '@bowerbird/files/text/dialect';
import { bytesOf, carriedMark } from '@bowerbird/files/text/encoding';
import type { Db } from '../../db/database.ts';
import type { Opened } from '../../db/tables/imports.ts';
import type { ImportRow } from '../queries.ts';
import { unpackBytes, unpackCsvRows } from '../rows/pack-rows.ts';
import { pagesOf } from '../rows/stored-rows.ts';
import { editedPages, type RowWriter } from './edited-rows.ts';

export type OpenedCsv = Extract<Opened, { kind: 'csv' }>;

/** Yields the bytes of what stands behind the last row of a file, from this byte on. */
export type RestOfFile = (from: number) => AsyncIterable<Buffer>;

/** Yields the bytes of a CSV file as they were imported. */
export async function* csvBytes(
  db: Db,
  row: ImportRow,
  opened: OpenedCsv,
  rest: RestOfFile,
): AsyncGenerator<Buffer> {
  const mark = markOf(opened);
  yield mark;
  let from = mark.length;
  for await (const page of pagesOf(db, row.owner_id, row.run_id)) {
    const bytes = unpackBytes(page.packed);
    from += bytes.length;
    yield bytes;
  }
  yield* rest(from);
}

/** How the rows of a CSV file are written: as they were, but for the cell. */
export function csvWriter(opened: OpenedCsv): RowWriter<CsvRow> {
  return {
    unpack: (page) => unpackCsvRows(opened, page),
    write(row, { place, text: value }) {
      const text = withCell(row.text, place, value, opened.dialect);
      return text === null ? null : { ...row, text };
    },
  };
}

/** Yields the bytes of a CSV file with the merchant's edits. */
export async function* editedCsvBytes(
  db: Db,
  row: ImportRow,
  opened: OpenedCsv,
  rest: RestOfFile,
): AsyncGenerator<Buffer> {
  const { encoding } = opened.dialect;
  const { unpack, write } = csvWriter(opened);
  const mark = markOf(opened);
  let from = mark.length;
  const counting: RowWriter<CsvRow> = {
    unpack(page) {
      from += unpackBytes(page.packed).length;
      return unpack(page);
    },
    write,
  };
  yield mark;
  for await (const { rows } of editedPages(db, row, opened, counting)) {
    yield bytesOf(rows.map(({ text }) => text).join(''), encoding);
  }
  yield* rest(from);
}

function markOf({ dialect: { mark, encoding } }: OpenedCsv): Buffer {
  return bytesOf(mark ? carriedMark(encoding) : '', encoding);
}
