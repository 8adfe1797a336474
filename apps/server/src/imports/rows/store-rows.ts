import { isBlank } from '@bowerbird/files/formats/table/line';
import { FileRefused } from '@bowerbird/files/source/refused';
import type { TableRow } from '@bowerbird/files/text/table-row';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { ImportRequest, Opened } from '../../db/tables/imports.ts';
import type { FileRow, OpenedTable } from '../../uploads/reading/open-table.ts';
import { readTable } from '../../uploads/reading/read-table.ts';
import { type Attempt, requireAttempt, requireChecking } from '../apply/attempt.ts';
import { packRows } from './pack-rows.ts';

/** Most rows, and about the most characters of cells, that are packed together. */
const pageRows = 500;
const pageCharacters = 500_000;

export interface StoreOptions {
  request: ImportRequest;
  signal: AbortSignal;
  /** Called with every row in order, also with those that were stored before. */
  see(row: FileRow, opened: Opened): void;
  progress(rows: number): void;
}

/**
 * Stores every row of a file, page by page. Killed and called again, it goes on after the last page that it had stored.
 * A file that cannot be read to its end is stored up to there, and the reason is noted.
 */
export async function storeRows(
  db: Db,
  attempt: Attempt,
  path: string,
  { request, signal, see, progress }: StoreOptions,
): Promise<void> {
  const { ownerId, runId } = attempt;
  const stored = await asOwner(db, ownerId, (owned) => findStored(owned, ownerId, runId));
  let opened: Opened | null = null;
  let page = stored.pages;
  let count = 0;
  let refused: FileRefused | null = null;
  let open: FileRow[] = [];
  let characters = 0;
  let storing: Promise<void> = Promise.resolve();
  /** Stores what is open beside the reading of what follows, each page after the one before. */
  const close = async (own: Opened) => {
    const [rows, number] = [open, page];
    [open, characters] = [[], 0];
    if (rows.length > 0) {
      signal.throwIfAborted();
      const packed = packRows(rows, own);
      await storing;
      storing = asOwner(db, ownerId, (owned) => insertPage(owned, attempt, number, rows, packed));
      // Its failure is thrown where it is waited for.
      storing.catch(() => undefined);
      page += 1;
      progress(count);
    }
  };
  try {
    refused = await readTable(
      { path, dialect: request.dialect, sheet: request.mapping.sheet },
      {
        opened: (table) => {
          opened = { ...(table.kind === 'csv' ? csvAs(table) : sheetAs(table)), header: null };
        },
        rows: async (rows) => {
          const own = opened;
          if (own === null) {
            return;
          }
          for (const row of rows) {
            count = row.number;
            own.header ??= headerIn(row, request.mapping.headerRow);
            see(row, own);
            if (row.number > stored.lastRow) {
              open.push(row);
              characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
              if (open.length >= pageRows || characters >= pageCharacters) {
                await close(own);
              }
            }
          }
        },
      },
      signal,
    );
    if (opened !== null) {
      await close(opened);
    }
  } catch (thrown) {
    if (!(thrown instanceof FileRefused)) {
      throw thrown;
    }
    refused = thrown;
  } finally {
    await storing;
  }
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    await owned
      .updateTable('import')
      .set({
        rows: count,
        opened: opened === null ? null : jsonText(opened),
        refused: refused === null ? null : jsonText(refused.fault),
      })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
}

function csvAs({ dialect }: OpenedTable & { kind: 'csv' }) {
  return { kind: 'csv' as const, dialect };
}

function sheetAs({ sheet }: OpenedTable & { kind: 'xlsx' }) {
  return { kind: 'xlsx' as const, sheet: sheet ?? '' };
}

/** Returns the row as the header if it is the one: that of the given number, or the first that is not blank. */
export function headerIn(row: TableRow, headerRow: number | null): Opened['header'] {
  const is = headerRow === null ? !isBlank(row.cells) : row.number === headerRow;
  return is ? { number: row.number, cells: row.cells } : null;
}

async function findStored(db: OwnerDb, ownerId: string, runId: string) {
  const { pages, last } = await db
    .selectFrom('import_page')
    .select([sql<number>`count(*)::integer`.as('pages'), sql<number | null>`max(last_row)`.as('last')])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return { pages, lastRow: last ?? 0 };
}

async function insertPage(
  db: OwnerDb,
  attempt: Attempt,
  page: number,
  rows: readonly FileRow[],
  packed: Buffer,
): Promise<void> {
  await requireChecking(db, attempt);
  await db
    .insertInto('import_page')
    .values({
      run_id: attempt.runId,
      page,
      owner_id: attempt.ownerId,
      first_row: rows[0]?.number ?? 0,
      last_row: rows.at(-1)?.number ?? 0,
      packed,
    })
    .execute();
}
