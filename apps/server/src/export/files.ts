import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import type { ExportFile } from '@bowerbird/contract/export';
import type { Insertable, Selectable } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { ExportFileTable } from '../db/tables/catalogue.ts';

/** Where export files lie; made when missing. */
export async function exportFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A run has one file; done again, it takes the place of what an earlier try left. */
export function filePath(dataFolder: string, runId: string): string {
  return join(dataFolder, 'exports', `${runId}.csv`);
}

/** A file that is being written; each try has its own. */
export function unfinishedPath(dataFolder: string, runId: string): string {
  return join(dataFolder, 'exports', `${runId}.${randomUUID().slice(0, 8)}${unfinishedEnding}`);
}

const unfinishedEnding = '.part';
/**
 * A file that is being written grows every second; one that stood still this long was left by a program that died. A
 * run's own is known sooner: the queue gives it to another worker only after its first one was silent that long.
 */
const abandonedMs = 60_000;
const ownAbandonedMs = 10_000;

/** Removes what tries that died left behind, this run's and others'. */
export async function removeAbandoned(dataFolder: string, runId: string, nowMs: number): Promise<void> {
  const folder = await exportFolder(dataFolder);
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedEnding)) {
      continue;
    }
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    const still = name.startsWith(`${runId}.`) ? ownAbandonedMs : abandonedMs;
    if (found && nowMs - found.mtimeMs > still) {
      await rm(path, { force: true });
    }
  }
}

/** The owner's files, newest first. */
export async function listExportFiles(
  db: OwnerDb,
  ownerId: string,
  ask: { cursor?: string | undefined; limit: number },
) {
  const mine = db.selectFrom('export_file').where('owner_id', '=', ownerId);
  const rows = await mine
    .selectAll()
    // A uuid v7 grows with time: newest first needs no second column.
    .$if(ask.cursor !== undefined, (query) => query.where('id', '<', ask.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(ask.limit)
    .execute();
  const { count } = await mine.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

export async function getExportFile(db: OwnerDb, ownerId: string, id: string): Promise<ExportFileRow> {
  const row = await db
    .selectFrom('export_file')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `export file ${id}`);
  }
  return row;
}

/** Writes a finished file down. A run that is worked on again keeps the file's id. */
export async function saveExportFile(
  db: OwnerDb,
  file: Omit<Insertable<ExportFileTable>, 'created_at'>,
): Promise<void> {
  await db
    .insertInto('export_file')
    .values(file)
    .onConflict((conflict) =>
      conflict.column('run_id').doUpdateSet({
        products: file.products,
        rows: file.rows,
        bytes: file.bytes,
        sha256: file.sha256,
        notices: file.notices,
      }),
    )
    .execute();
}

export async function deleteExportFile(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('export_file').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}

export type ExportFileRow = Selectable<ExportFileTable>;

/** A file as the console is told it. */
export function toExportFile(row: ExportFileRow): ExportFile {
  return {
    id: row.id,
    runId: row.run_id,
    name: row.name,
    format: row.format,
    products: row.products,
    rows: row.rows,
    bytes: Number(row.bytes),
    sha256: row.sha256,
    notices: row.notices,
    createdAt: row.created_at.toISOString(),
  };
}
