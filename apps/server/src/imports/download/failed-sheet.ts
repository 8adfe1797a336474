import type { Readable } from 'node:stream';
import { failedHeader, failedRow, type RowProblem } from '@bowerbird/files/faults/failed-rows';
import type { FileSource } from '@bowerbird/files/source/file-source';
import type { SheetCell } from '@bowerbird/files/xlsx/edit-sheet';
import { editableXlsx } from '@bowerbird/files/xlsx/edit-xlsx';
import { cellMax } from '@bowerbird/files/xlsx/text';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../rows/stored-rows.ts';
import { type Asked, problemsByRow } from './failed-rows.ts';
import type { OpenedXlsx } from './xlsx-file.ts';

/**
 * Returns the imported workbook with the rows that were not imported, and what is wrong with each behind its last cell. Everything else
 * of it stays: cells with their number formats, what stands above the header, other sheets. Rows keep their numbers.
 */
export async function failedSheet(
  db: Db,
  asked: Asked & { opened: OpenedXlsx },
  source: FileSource,
): Promise<Readable> {
  const { opened } = asked;
  const problems = await problemsByRow(db, asked);
  const header = opened.header ?? { number: 0, cells: [] };
  const width = Math.max(header.cells.length, await widest(db, asked, problems));
  const added = faultPlaces(header.cells, width);
  const workbook = await editableXlsx(source, opened.sheet);
  return workbook.edited(async (row) => {
    if (row === header.number) {
      return cellsAt(added, failedHeader([]));
    }
    const own = problems.get(row);
    return row < header.number ? undefined : own === undefined ? null : cellsAt(added, textsOf(own));
  });
}

/** The texts of the columns that the file of failed rows adds. */
function textsOf(problems: readonly RowProblem[]): string[] {
  return failedRow([], { number: 0, cells: [] }, problems);
}

/** Returns the places of the added columns: those of a file of failed rows that came back, else behind all cells. */
function faultPlaces(header: readonly string[], width: number): readonly number[] {
  const names = failedHeader([]);
  const known = names.map((name) => header.findIndex((cell) => cell.trim() === name));
  return known.every((place) => place !== -1) ? known : names.map((_, at) => width + at);
}

function cellsAt(places: readonly number[], texts: readonly string[]): Map<number, SheetCell> {
  return new Map(
    places.map((place, at) => [place, { text: (texts[at] ?? '').slice(0, cellMax), isNumber: false }]),
  );
}

/** Returns how many cells the longest of these rows has. */
async function widest(db: Db, asked: Asked, of: ReadonlyMap<number, unknown>): Promise<number> {
  let most = 0;
  for await (const page of rowsOf(db, asked)) {
    for (const { number, cells } of page) {
      most = of.has(number) ? Math.max(most, cells.length) : most;
    }
  }
  return most;
}
