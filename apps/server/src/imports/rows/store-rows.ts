import { stat } from 'node:fs/promises';
import { isBlank } from '@bowerbird/files/formats/table/line';
import { FileRefused } from '@bowerbird/files/source/refused';
import { bytesOf, carriedMark } from '@bowerbird/files/text/encoding';
import type { TableRow } from '@bowerbird/files/text/table-row';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { ImportRequest, Opened } from '../../db/tables/imports.ts';
import type { FileRow, OpenedTable } from '../../uploads/reading/open-table.ts';
import { readTable } from '../../uploads/reading/read-table.ts';
import { type Attempt, requireAttempt, requireChecking, TakenOver } from '../apply/attempt.ts';
import { keepBytes } from './kept-bytes.ts';
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
 * Stores every row of a file, page by page, and the bytes that its rows do not give back. Killed and called again, it goes
 * on after the last page that it had stored. Of a file that cannot be read to its end, the reason is noted.
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
  /** Characters of the rows' texts in carried form. */
  let carried = 0;
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
            carried += row.text?.length ?? 0;
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
  const { size } = await stat(path);
  const from = opened === null ? size : endOfRows(opened, refused, carried, size);
  const kept = await keepBytes(db, attempt, { path, from, size }, signal);
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    requirePages(attempt, (await findStored(owned, ownerId, runId)).pages, page);
    await owned
      .updateTable('import')
      .set({
        rows: count,
        kept,
        opened: opened === null ? null : jsonText(opened),
        refused: refused === null ? null : jsonText(refused.fault),
      })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
}

/** Returns up to which byte the rows of a file give it back: a CSV file that was read to its end whole, a workbook not at all. */
function endOfRows(opened: Opened, refused: FileRefused | null, carried: number, size: number): number {
  if (opened.kind === 'xlsx') {
    return 0;
  }
  const { encoding, mark } = opened.dialect;
  const unit = bytesOf('a', encoding).length;
  return refused === null
    ? size
    : carried * unit + bytesOf(mark ? carriedMark(encoding) : '', encoding).length;
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

/** Stores a page; throws `TakenOver` if the database, which crashed meanwhile, has forgotten the one before. */
async function insertPage(
  db: OwnerDb,
  attempt: Attempt,
  page: number,
  rows: readonly FileRow[],
  packed: Buffer,
): Promise<void> {
  await requireChecking(db, attempt);
  const { rows: found } = await sql<{ pages: number }>`
    select coalesce(max(page) + 1, 0) as pages from import_page
    where owner_id = ${attempt.ownerId} and run_id = ${attempt.runId}
  `.execute(db);
  requirePages(attempt, found[0]?.pages, page);
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

function requirePages({ runId }: Attempt, stored: number | undefined, expected: number): void {
  if (stored !== expected) {
    throw new TakenOver(`import ${runId} has ${stored} pages of rows, not ${expected}`);
  }
}
