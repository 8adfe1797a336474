import type { previewUpload } from '@bowerbird/contract/files/uploads';
import type { BodyOf } from '@bowerbird/contract/route';
import { headerRow } from '@bowerbird/files/detect/header-row';
import type { TableRow } from '@bowerbird/files/text/table-row';
import type { OpenedTable } from '../reading/open-table.ts';
import { type ReadLimits, readTable } from '../reading/read-table.ts';

/** Rows that are enough to show a file and to suggest how it is read. */
const rowsMax = 200;
/** Rows, blank ones included, in which a header is looked for. */
const headerWithin = 100;
/** The last row that a person can name as the header. */
const headerAt = 1_000;

/** What a person said of how a file is read. */
export type PreviewRequest = BodyOf<typeof previewUpload>;

/** The beginning of a file. */
export interface FileHead {
  opened: OpenedTable;
  /** Null if no row is filled. */
  header: TableRow | null;
  /** The first rows below the header. */
  rows: TableRow[];
}

/**
 * Reads the beginning of the file at a path, and no more of a CSV file than that, however large it is. Throws
 * `FileRefused` and `import.file-too-costly`.
 */
export async function readHead(
  path: string,
  given: PreviewRequest,
  signal: AbortSignal,
  limits?: Partial<ReadLimits>,
): Promise<FileHead> {
  let opened: OpenedTable | null = null;
  const rows: TableRow[] = [];
  const number = given.mapping?.headerRow ?? given.table?.headerRow ?? null;
  await readTable(
    { path, dialect: given.dialect, sheet: given.mapping?.sheet ?? given.table?.sheet ?? null },
    {
      opened: (each) => {
        opened = each;
      },
      rows: (batch) => {
        for (const row of batch) {
          // Above a header that is named, nothing is needed.
          if (rows.length < rowsMax + headerWithin && row.number >= (number ?? 0)) {
            rows.push({ number: row.number, cells: row.cells });
          }
        }
        return rows.length < rowsMax + headerWithin && (batch.at(-1)?.number ?? 0) < headerAt;
      },
    },
    signal,
    limits,
  );
  if (opened === null) {
    throw new Error('a file that was read was opened');
  }
  const header =
    number === null ? headerRow(rows)?.row : rows.find((row) => row.number === number && number <= headerAt);
  const below = header === undefined ? [] : rows.filter((row) => row.number > header.number);
  return { opened, header: header ?? null, rows: below.slice(0, rowsMax) };
}
