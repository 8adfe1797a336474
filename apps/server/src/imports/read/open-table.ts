import type { FileDialect } from '@bowerbird/contract/files/uploads';
import { type FileSource, piecesOf } from '@bowerbird/files/source/file-source';
import { fileType } from '@bowerbird/files/source/file-type';
import { FileRefused } from '@bowerbird/files/source/refused';
import { openCsvFile } from '@bowerbird/files/text/csv-file';
import type { CsvRow } from '@bowerbird/files/text/csv-reader';
import { type Dialect, separators } from '@bowerbird/files/text/dialect';
import { encodings } from '@bowerbird/files/text/encoding';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import { openXlsx } from '@bowerbird/files/xlsx/open-xlsx';
import type { Opened } from '../../db/tables/imports.ts';
import { packCsvRows, packSheetRows } from './pack-rows.ts';

/** A table of a file, to be read once from its beginning. */
export interface OpenedTable {
  opened: Opened;
  /** Passes on all rows, in batches, each with how they are packed. Returns why it ended early, or null. */
  rows(
    take: (rows: NotedRow[], pack: (part: NotedRow[]) => Buffer) => Promise<void>,
  ): Promise<FileRefused | null>;
}

/** Opens the table that is imported. Throws `FileRefused` for a file that is none, or has no such sheet. */
export async function openTable(
  source: FileSource,
  given: FileDialect,
  sheetName: string | null,
): Promise<OpenedTable> {
  const type = await fileType(source);
  if (type === 'zip') {
    return await openSheet(source, sheetName);
  }
  if (type !== 'csv') {
    throw new FileRefused(type);
  }
  const file = await openCsvFile(piecesOf(source), dialectOf(given));
  return {
    opened: { kind: 'csv', dialect: file.dialect, header: null },
    rows: (take) => {
      const pack = (part: NotedRow[]) => packCsvRows(part as CsvRow[], file.dialect);
      return file.rows((rows) => take(rows, pack));
    },
  };
}

async function openSheet(source: FileSource, sheetName: string | null): Promise<OpenedTable> {
  const file = await openXlsx(source);
  const place =
    sheetName === null
      ? file.sheets.findIndex(({ hidden }) => !hidden)
      : file.sheets.findIndex(({ name }) => name === sheetName);
  const sheet = file.sheets[place];
  if (sheet === undefined) {
    throw new FileRefused('sheet.missing', sheetName ?? '');
  }
  return {
    opened: { kind: 'xlsx', sheet: sheet.name, header: null },
    rows: (take) => file.rows(place, (rows) => take(rows, packSheetRows)),
  };
}

/** Returns what a person said of a dialect; what this program does not know counts as not said. */
function dialectOf(given: FileDialect): Partial<Dialect> {
  const encoding = encodings.find((each) => each === given.encoding);
  const separator = separators.find((each) => each === given.separator);
  return { ...(encoding && { encoding }), ...(separator && { separator }) };
}
