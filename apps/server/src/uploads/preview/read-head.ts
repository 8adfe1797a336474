import type { previewUpload } from '@bowerbird/contract/files/uploads';
import type { BodyOf } from '@bowerbird/contract/route';
import { isBlank } from '@bowerbird/files/formats/table/line';
import type { TableRow } from '@bowerbird/files/text/table-row';
import type { OpenedTable } from '../reading/open-table.ts';
import { type ReadLimits, readTable } from '../reading/read-table.ts';

/** Rows that are enough to show a file and to suggest how it is read. */
const rowsMax = 200;
/** Rows in which the header is looked for. */
const headerWithin = 1_000;

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
  const head: TableRow[] = [];
  let header: TableRow | null = null;
  const headerRow = given.mapping?.headerRow ?? given.table?.headerRow ?? null;
  const isHeader = (row: TableRow) => (headerRow === null ? !isBlank(row.cells) : row.number === headerRow);
  await readTable(
    { path, dialect: given.dialect, sheet: given.mapping?.sheet ?? given.table?.sheet ?? null },
    {
      opened: (each) => {
        opened = each;
      },
      rows: (batch) => {
        for (const row of batch) {
          if (header === null) {
            header = isHeader(row) ? row : null;
          } else if (head.length < rowsMax) {
            head.push({ number: row.number, cells: row.cells });
          }
        }
        const isFound = header !== null || (batch.at(-1)?.number ?? 0) > headerWithin;
        return !(isFound && (head.length >= rowsMax || header === null));
      },
    },
    signal,
    limits,
  );
  if (opened === null) {
    throw new Error('a file that was read was opened');
  }
  return { opened, header, rows: head };
}
