import type { Readable } from 'node:stream';
import type { FileSource } from '@bowerbird/files/source/file-source';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import type { CellsOfRow, SheetCell } from '@bowerbird/files/xlsx/edit-sheet';
import { type EditableXlsx, editableXlsx } from '@bowerbird/files/xlsx/edit-xlsx';
import { cellMax } from '@bowerbird/files/xlsx/text';
import type { Db } from '../../db/database.ts';
import type { Opened } from '../../db/tables/imports.ts';
import type { ImportRow } from '../queries.ts';
import { unpackRows } from '../rows/pack-rows.ts';
import { type EditedPage, editedPages, type RowWriter } from './edited-rows.ts';

export type OpenedXlsx = Extract<Opened, { kind: 'xlsx' }>;

/** Yields the rows of an imported sheet with the merchant's values (`editedPages`). */
export async function* editedSheetPages(
  db: Db,
  row: ImportRow,
  opened: OpenedXlsx,
  workbook: EditableXlsx,
): AsyncGenerator<EditedPage<NotedRow>> {
  yield* editedPages(db, row, opened, sheetWriter(opened, workbook));
}

/** Returns a workbook with the merchant's edits; null where there is none to write, and the file is as it was. */
export async function editedXlsx(
  db: Db,
  row: ImportRow,
  opened: OpenedXlsx,
  source: FileSource,
): Promise<Readable | null> {
  const workbook = await editableXlsx(source, opened.sheet);
  const pages = editedSheetPages(db, row, opened, workbook);
  for (;;) {
    const next = await pages.next();
    if (next.done) {
      return null;
    }
    if (next.value.cells.length > 0) {
      return workbook.edited(cellsInOrder(next.value, pages));
    }
  }
}

/** Returns the edited cells of rows that are asked for in their order, from this page on. */
function cellsInOrder(
  first: EditedPage<NotedRow>,
  pages: AsyncGenerator<EditedPage<NotedRow>, void>,
): CellsOfRow {
  let cells = byRow(first);
  let last = first.rows.at(-1)?.number ?? 0;
  return async (row) => {
    while (last < row) {
      const next = await pages.next();
      if (next.done) {
        last = Number.POSITIVE_INFINITY;
        cells = new Map();
      } else {
        last = next.value.rows.at(-1)?.number ?? last;
        cells = byRow(next.value);
      }
    }
    return cells.get(row);
  };
}

function byRow({ cells }: EditedPage<NotedRow>): Map<number, Map<number, SheetCell>> {
  const rows = new Map<number, Map<number, SheetCell>>();
  for (const { row, place, text, value } of cells) {
    const own = rows.get(row) ?? new Map<number, SheetCell>();
    rows.set(row, own.set(place, { text, isNumber: value.of === 'variant' && numbers.has(value.field) }));
  }
  return rows;
}

/** Values that are numbers. Codes are text, whatever they look like. */
const numbers: ReadonlySet<string> = new Set(['price', 'compareAtPrice', 'cost', 'stock', 'weight']);

/** What a sheet can hold: no text in place of a formula, under a merged cell, or longer than a cell. */
function sheetWriter(opened: OpenedXlsx, workbook: EditableXlsx): RowWriter<NotedRow> {
  return {
    unpack: (page) => unpackRows(opened, page),
    write(row, { place, text }) {
      const isFormula = row.notes.some((note) => note.place === place && note.kind.startsWith('formula'));
      return isFormula || text.length > cellMax || workbook.isCovered(row.number, place) ? null : row;
    },
  };
}
