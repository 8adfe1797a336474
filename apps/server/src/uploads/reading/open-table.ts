import type { FileDialect } from '@bowerbird/contract/files/uploads';
import {
  type DetectedSheet,
  describeSheet,
  headRows,
  likeliestSheet,
  sheetsMax,
} from '@bowerbird/files/detect/sheets';
import { isBlank } from '@bowerbird/files/formats/table/line';
import { chunksOf, type FileSource } from '@bowerbird/files/source/file-source';
import { fileType } from '@bowerbird/files/source/file-type';
import { FileRefused } from '@bowerbird/files/source/refused';
import { openCsvFile } from '@bowerbird/files/text/csv-file';
import { type Dialect, separators } from '@bowerbird/files/text/dialect';
import { encodings } from '@bowerbird/files/text/encoding';
import type { NotedRow, TableRow } from '@bowerbird/files/text/table-row';
import { openXlsx, type XlsxFile } from '@bowerbird/files/xlsx/open-xlsx';

/** How a file is to be read; null: as detected, and the sheet that is most likely meant. */
export interface TableRequest {
  dialect: FileDialect | null;
  sheet: string | null;
}

/** What a file showed to be when it was opened. */
export type OpenedTable =
  | {
      kind: 'csv';
      dialect: Dialect;
      /** False where a person should confirm the dialect by examples. */
      certain: boolean;
    }
  | {
      kind: 'xlsx';
      sheets: string[];
      /** The sheet that is read; null in a workbook without a table. */
      sheet: string | null;
    };

/** A row of a file; of a CSV file with its own text, from which the file's bytes can be made again. */
export interface FileRow extends NotedRow {
  text?: string;
}

export type TakeFileRows = (batch: FileRow[]) => unknown;

/** An opened file, whose rows are passed on once. */
export interface Table {
  opened: OpenedTable;
  /** Returns why it ended early, or null. `take` returns false for "no more". */
  rows(take: TakeFileRows): Promise<FileRefused | null>;
}

/** Opens a CSV file or a workbook. Throws `FileRefused` for what is neither. */
export async function openTable(source: FileSource, request: TableRequest): Promise<Table> {
  const type = await fileType(source);
  switch (type) {
    case 'csv':
      return await openCsv(source, request.dialect);
    case 'zip':
      return await openWorkbook(source, request.sheet);
    default:
      throw new FileRefused(type);
  }
}

async function openCsv(source: FileSource, given: FileDialect | null): Promise<Table> {
  const encoding = encodings.find((each) => each === given?.encoding);
  const separator = separators.find((each) => each === given?.separator);
  const file = await openCsvFile(chunksOf(source), {
    ...(encoding && { encoding }),
    ...(separator && { separator }),
  });
  return {
    opened: { kind: 'csv', dialect: file.dialect, certain: file.certain },
    rows: (take) => file.rows(take),
  };
}

async function openWorkbook(source: FileSource, given: string | null): Promise<Table> {
  const file = await openXlsx(source);
  const sheets = file.sheets.map(({ name }) => name);
  const place = given === null ? await tableOf(file) : sheets.indexOf(given);
  return {
    opened: { kind: 'xlsx', sheets, sheet: sheets[place] ?? null },
    rows: async (take) =>
      place === -1
        ? new FileRefused(given === null ? 'sheet.empty' : 'sheet.missing', given ?? '')
        : await file.rows(place, take),
  };
}

/** Returns the place of the sheet that is most likely meant; -1 if none has a filled row. */
async function tableOf(file: XlsxFile): Promise<number> {
  const heads: { place: number; sheet: DetectedSheet }[] = [];
  let refused: FileRefused | null = null;
  for (const [place, sheet] of file.sheets.slice(0, sheetsMax).entries()) {
    const rows: TableRow[] = [];
    const ended = await file.rows(place, (batch) => {
      rows.push(...batch.slice(0, headRows - rows.length));
      return rows.length < headRows;
    });
    if (rows.some(({ cells }) => !isBlank(cells))) {
      heads.push({ place, sheet: describeSheet(sheet, rows) });
    }
    refused ??= ended?.code === 'sheet.chart' ? null : ended;
  }
  const found = heads[likeliestSheet(heads.map(({ sheet }) => sheet))];
  if (found === undefined && refused) {
    throw refused;
  }
  return found?.place ?? -1;
}
