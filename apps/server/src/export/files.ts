import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import type { ExportFile } from '@bowerbird/contract/products/export';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, OwnerDb } from '../db/database.ts';
import type { ExportFileTable } from '../db/tables/catalogue.ts';
import type { FileStore } from '../stored-files/file-store.ts';

/** Returns the folder in which this machine makes export files; creates it if missing. */
export async function exportFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Returns the key of a run's only file, whatever its kind; a repeated run replaces what an earlier try left. */
export function fileKey(runId: string): string {
  return `exports/${runId}.csv`;
}

/** Returns the path of a file that is being written; each try has a separate one. */
export function unfinishedPath(dataFolder: string, runId: string): string {
  return join(dataFolder, 'exports', `${runId}.${randomUUID().slice(0, 8)}${unfinishedEnding}`);
}

/** Returns the folder in which a run saves images; a run that is taken up again finds those that it saved. */
export function imageFolder(dataFolder: string, runId: string): string {
  return join(dataFolder, 'exports', `${runId}${imagesEnding}`);
}

const imagesEnding = '.images';
const unfinishedEnding = '.part';
/** Further files of an export begin with the name of the first. */
const unfinished = /\.part(?:-(?:\d+|zip))?$/;
/**
 * A file that is being written grows every second; one that did not grow for this long was left by a program that died.
 * For a run's own file, a shorter time is enough: the queue gives the run to another worker only after the first one
 * was silent that long.
 */
const abandonedMs = 60_000;
const ownAbandonedMs = 10_000;
/** A run that was killed keeps its images for this long after it saved the last one. */
const imagesKeptMs = 2 * 24 * 3600_000;
/** A file gets its row right after its name; this is far longer. */
const rowlessMs = 3600_000;
/** Sending a file to an object store takes less time than this. */
const unfinishedMs = 24 * 3600_000;
const atOnce = 500;

/** Removes what dead tries left behind, of this run and of others. */
export async function removeAbandoned(dataFolder: string, runId: string, nowMs: number): Promise<void> {
  const folder = await exportFolder(dataFolder);
  for (const name of await readdir(folder)) {
    const isOwn = name.startsWith(`${runId}.`);
    const isImages = name.endsWith(imagesEnding);
    if (!(unfinished.test(name) || (isImages && !isOwn))) {
      continue;
    }
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    const still = isImages ? imagesKeptMs : isOwn ? ownAbandonedMs : abandonedMs;
    if (found && nowMs - found.mtimeMs > still) {
      await rm(path, { force: true, recursive: true });
    }
  }
}

/** Removes files whose row is gone, with their merchant, their run, or because a process was killed between the two. */
export async function removeRowless(db: Db, files: FileStore, nowMs: number): Promise<void> {
  for await (const found of files.list('exports')) {
    const old = found.filter(({ writtenAt }) => nowMs - writtenAt > rowlessMs);
    const runIds = old.flatMap(({ key }) => /^exports\/([\da-f-]{36})\.csv$/.exec(key)?.[1] ?? []);
    for (let from = 0; from < runIds.length; from += atOnce) {
      const some = runIds.slice(from, from + atOnce);
      const { rows } = await sql<{ id: string }>`select known_export_runs(${some}::uuid[]) as id`.execute(db);
      const known = new Set(rows.map(({ id }) => id));
      for (const id of some.filter((each) => !known.has(each))) {
        await files.remove(fileKey(id));
      }
    }
  }
  await files.removeUnfinished('exports', nowMs - unfinishedMs);
}

/** Returns the owner's files, newest first. */
export async function listExportFiles(
  db: OwnerDb,
  ownerId: string,
  request: { cursor?: string | undefined; limit: number },
) {
  const mine = db.selectFrom('export_file').where('owner_id', '=', ownerId);
  const rows = await mine
    .selectAll()
    // A uuid v7 grows with time, so newest first needs no second column.
    .$if(request.cursor !== undefined, (query) => query.where('id', '<', request.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(request.limit)
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

/** Records a finished file. A run that is processed again keeps the file's id. */
export async function saveExportFile(
  db: OwnerDb,
  file: Omit<Insertable<ExportFileTable>, 'created_at'>,
): Promise<void> {
  await db
    .insertInto('export_file')
    .values(file)
    .onConflict((conflict) =>
      conflict.column('run_id').doUpdateSet({
        name: file.name,
        products: file.products,
        rows: file.rows,
        bytes: file.bytes,
        sha256: file.sha256,
        notices: file.notices,
        parts: file.parts ?? '[]',
        images: file.images ?? null,
      }),
    )
    .execute();
}

/** Deletes all files of a schedule but its newest; returns the runs whose files are to be removed from the disk. */
export async function deleteOlderFiles(db: OwnerDb, ownerId: string, scheduleId: string): Promise<string[]> {
  const { rows } = await sql<{ run_id: string }>`
    delete from export_file where owner_id = ${ownerId} and id in (
      select file.id from export_file file join export_schedule on export_schedule.id = file.schedule_id
      where file.owner_id = ${ownerId} and file.schedule_id = ${scheduleId}
      order by file.id desc offset (select keep from export_schedule where id = ${scheduleId})
    ) returning run_id
  `.execute(db);
  return rows.map(({ run_id }) => run_id);
}

export async function deleteExportFile(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('export_file').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}

export type ExportFileRow = Selectable<ExportFileTable>;

/** Converts a file to the form that the console gets. */
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
    parts: row.parts,
    images: row.images,
    scheduleId: row.schedule_id,
    createdAt: row.created_at.toISOString(),
  };
}
