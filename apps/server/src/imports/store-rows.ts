import { isBlank } from '@bowerbird/files/formats/table/line';
import type { FileSource } from '@bowerbird/files/source/file-source';
import { FileRefused } from '@bowerbird/files/source/refused';
import type { NotedRow, TableRow } from '@bowerbird/files/text/table-row';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { ImportRequest, Opened } from '../db/tables/imports.ts';
import { type Attempt, requireAttempt } from './attempt.ts';
import { openTable } from './read/open-table.ts';

/** Most rows, and about the most characters of cells, that are packed together. */
const pageRows = 500;
const pageCharacters = 500_000;

export interface StoreOptions {
  request: ImportRequest;
  signal: AbortSignal;
  /** Called with every row in order, also with those that were stored before. */
  see(row: NotedRow, opened: Opened): void;
  progress(rows: number): void;
}

/**
 * Stores every row of a file, page by page. Killed and called again, it goes on after the last page that it had stored.
 * A file that cannot be read to its end is stored up to there, and the reason is noted.
 */
export async function storeRows(
  db: Db,
  attempt: Attempt,
  source: FileSource,
  { request, signal, see, progress }: StoreOptions,
): Promise<void> {
  const { ownerId, runId } = attempt;
  const stored = await asOwner(db, ownerId, (owned) => findStored(owned, ownerId, runId));
  let opened: Opened | null = null;
  let page = stored.pages;
  let count = 0;
  let refused: FileRefused | null = null;
  try {
    const table = await openTable(source, request.dialect, request.mapping.sheet);
    opened = table.opened;
    const own = opened;
    let open: NotedRow[] = [];
    let characters = 0;
    let packer: (rows: NotedRow[]) => Buffer = () => Buffer.alloc(0);
    const close = async () => {
      const rows = open;
      [open, characters] = [[], 0];
      if (rows.length > 0) {
        signal.throwIfAborted();
        await asOwner(db, ownerId, (owned) => insertPage(owned, attempt, page, rows, packer(rows)));
        page += 1;
        progress(count);
      }
    };
    refused = await table.rows(async (rows, pack) => {
      packer = pack;
      for (const row of rows) {
        count = row.number;
        own.header ??= headerIn(row, request.mapping.headerRow);
        see(row, own);
        if (row.number > stored.lastRow) {
          open.push(row);
          characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
          if (open.length >= pageRows || characters >= pageCharacters) {
            await close();
          }
        }
      }
    });
    await close();
  } catch (thrown) {
    if (!(thrown instanceof FileRefused)) {
      throw thrown;
    }
    refused = thrown;
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
  rows: readonly NotedRow[],
  packed: Buffer,
): Promise<void> {
  await requireAttempt(db, attempt);
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
