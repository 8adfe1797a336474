import { type CsvFile, openCsvFile } from '../text/csv-file.ts';
import type { Dialect } from '../text/dialect.ts';
import type { NotedRow, TakeRows } from '../text/table-row.ts';
import { openXlsx, type XlsxFile } from '../xlsx/open-xlsx.ts';
import type { TextLimits } from '../xlsx/text-store.ts';
import { chunksOf, type FileSource } from './file-source.ts';
import { fileType } from './file-type.ts';
import { FileRefused } from './refused.ts';

/** A file of tables, CSV or XLSX, whose rows are read alike. */
export interface TableFile {
  kind: 'csv' | 'xlsx';
  /** How a CSV file is written; null for XLSX. */
  dialect: Dialect | null;
  /** False where a person should confirm the dialect by examples. */
  certain: boolean;
  /** The sheets; one without a name for CSV. */
  sheets: readonly { name: string; hidden: boolean }[];
  /** Other files to which formulas of an XLSX file refer; they are never opened. */
  externalLinks: number;
  /** Passes on the rows of a sheet, by its place from 0. A CSV file is read once. Returns why it ended early, or null. */
  rows(sheet: number, take: TakeRows<NotedRow>): Promise<FileRefused | null>;
}

/** Opens a file by what its bytes are, whatever its name says. Throws `FileRefused` for what is no table. */
export async function openTable(
  source: FileSource,
  given: { dialect?: Partial<Dialect>; texts?: TextLimits } = {},
): Promise<TableFile> {
  const type = await fileType(source);
  if (type === 'zip') {
    return ofXlsx(await openXlsx(source, given.texts));
  }
  if (type !== 'csv') {
    throw new FileRefused(type);
  }
  return ofCsv(await openCsvFile(chunksOf(source), given.dialect));
}

function ofXlsx(file: XlsxFile): TableFile {
  const { sheets, externalLinks } = file;
  return {
    kind: 'xlsx',
    dialect: null,
    certain: true,
    sheets,
    externalLinks,
    rows: (sheet, take) => file.rows(sheet, take),
  };
}

function ofCsv(file: CsvFile): TableFile {
  const { dialect, certain } = file;
  return {
    kind: 'csv',
    dialect,
    certain,
    sheets: [{ name: '', hidden: false }],
    externalLinks: 0,
    rows: (_, take) => file.rows(take),
  };
}
