import type { FaultGroup, FileFault } from '@bowerbird/contract/files/fault-codes';
import { withoutIdColumns } from '@bowerbird/contract/files/id-columns';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { ExportFormat } from '@bowerbird/contract/products/export';
import { groupFaults } from '../faults/groups.ts';
import { fileFormats } from '../formats/all.ts';
import { type SuggestedColumn, suggestMapping } from '../mapping/suggest.ts';
import type { FileSource } from '../source/file-source.ts';
import { openTable } from '../source/open-table.ts';
import { FileRefused } from '../source/refused.ts';
import { readStaged } from '../staging/staged-table.ts';
import type { Dialect } from '../text/dialect.ts';
import type { NotedRow, TableRow } from '../text/table-row.ts';
import { type DateColumn, dateColumn } from './dates.ts';
import { type EncodingExample, encodingExamples } from './encodings.ts';
import { type DetectedSheet, describeSheet, headRows, likeliestSheet, sheetsMax } from './sheets.ts';

/** What a file is by its first rows, and how it would be read: to be confirmed by examples. */
export interface DetectedFile {
  kind: 'csv' | 'xlsx';
  dialect: Dialect | null;
  /** False where the encoding or the separator should be confirmed. */
  certain: boolean;
  /** The same cells in every encoding that they could be in; [] where it is certain. */
  encodings: EncodingExample[];
  sheets: DetectedSheet[];
  /** The place of the sheet that is previewed. */
  sheet: number;
  header: TableRow | null;
  /** The format that was recognised, and what holds it: real files, or only a header. */
  format: { id: ExportFormat; knownBy: 'files' | 'header' } | null;
  /** How the file would be read; null without a table. */
  mapping: FileMapping | null;
  columns: SuggestedColumn[];
  /** Columns of dates; several orders are to be decided. */
  dates: DateColumn[];
  /** Errors in the first rows, in groups: decimal commas, currency signs and the like, to be repaired by remedies. */
  faults: FaultGroup[];
  /** The first rows below the header. */
  preview: NotedRow[];
  /** Formulas refer to so many other files; the values in this file are used. */
  externalLinks: number;
  /** Why the file cannot be read, or not beyond the preview; null for none that is known so far. */
  refused: FileFault | null;
}

export interface DetectOptions {
  /** What a person has chosen already. */
  dialect?: Partial<Dialect>;
  sheet?: number;
  headerRow?: number;
  /** A remembered mapping that is to be tried on this file. */
  mapping?: FileMapping;
}

const previewRows = 20;

/** Detects what a file is. Reads only its head, however large it is: at most about one megabyte of CSV. */
export async function detectFile(source: FileSource, options: DetectOptions = {}): Promise<DetectedFile> {
  try {
    return await detected(source, options);
  } catch (thrown) {
    if (thrown instanceof FileRefused) {
      return { ...nothing, refused: thrown.fault };
    }
    throw thrown;
  }
}

const nothing: DetectedFile = {
  kind: 'csv',
  dialect: null,
  certain: true,
  encodings: [],
  sheets: [],
  sheet: 0,
  header: null,
  format: null,
  mapping: null,
  columns: [],
  dates: [],
  faults: [],
  preview: [],
  externalLinks: 0,
  refused: null,
};

async function detected(source: FileSource, options: DetectOptions): Promise<DetectedFile> {
  const file = await openTable(source, options.dialect === undefined ? {} : { dialect: options.dialect });
  const heads: { rows: NotedRow[]; refused: FileRefused | null }[] = [];
  for (const sheet of file.sheets.slice(0, sheetsMax).keys()) {
    const rows: NotedRow[] = [];
    const refused = await file.rows(sheet, (batch) => {
      rows.push(...batch.slice(0, headRows - rows.length));
      return rows.length < headRows;
    });
    heads.push({ rows, refused });
  }
  const sheets = file.sheets
    .slice(0, sheetsMax)
    .map((each, at) => describeSheet(each, heads[at]?.rows ?? []));
  const named = options.mapping?.sheet ?? null;
  const wanted = options.sheet ?? (named === null ? -1 : sheets.findIndex(({ name }) => name === named));
  const sheet = sheets[wanted] === undefined ? likeliestSheet(sheets) : wanted;
  const rows = heads[sheet]?.rows ?? [];
  const refused = heads[sheet]?.refused ?? null;
  const number = options.headerRow ?? options.mapping?.headerRow ?? sheets[sheet]?.headerRow;
  const header = rows.find((row) => row.number === number) ?? null;
  const shared = {
    ...nothing,
    kind: file.kind,
    dialect: file.dialect,
    certain: file.certain,
    encodings: file.certain || file.dialect === null ? [] : await encodingExamples(source, file.dialect),
    sheets,
    sheet,
    externalLinks: file.externalLinks,
    refused: refused?.fault ?? null,
  };
  if (header === null) {
    const empty = new FileRefused(file.kind === 'xlsx' ? 'sheet.empty' : 'file.empty', sheets[sheet]?.name);
    return { ...shared, refused: shared.refused ?? empty.fault };
  }
  return { ...shared, ...described(header, rows, sheets[sheet], options) };
}

function described(
  header: NotedRow,
  rows: readonly NotedRow[],
  sheet: DetectedSheet | undefined,
  options: DetectOptions,
): Partial<DetectedFile> {
  const below = rows.filter(({ number }) => number > header.number);
  const suggested = suggestMapping(withoutIdColumns(header.cells), below);
  const format = header.number === sheet?.headerRow ? sheet.format : null;
  const mapping: FileMapping = options.mapping ?? {
    version: 1,
    sheet: sheet === undefined || sheet.name === '' ? null : sheet.name,
    headerRow: header.number,
    products: format === null ? suggested.mapping : { by: 'format', format },
    remedies: [],
  };
  const { faults } = readStaged(mapping, [header, ...below]);
  return {
    header: { number: header.number, cells: header.cells },
    format: format === null ? null : { id: format, knownBy: fileFormats[format].knownBy },
    mapping,
    columns: suggested.columns,
    dates: header.cells.flatMap((column, place) => {
      const found = dateColumn(
        column.trim(),
        below.map(({ cells }) => cells[place] ?? ''),
      );
      return found === null ? [] : [found];
    }),
    faults: groupFaults(faults),
    preview: below.slice(0, previewRows),
  };
}
