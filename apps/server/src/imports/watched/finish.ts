import { AppError } from '@bowerbird/contract/errors';
import { type Fault, hasEnded } from '@bowerbird/contract/runs';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { noteNotice } from '../../notifications/notify.ts';
import type { RunRow } from '../../runs/runs.ts';
import { signalStop } from '../../runs/wanted.ts';
import { recordFile } from '../../uploads/queries.ts';
import { getFileSource, getImportRow } from '../queries.ts';
import { writeImport } from '../start.ts';
import type { Validators } from './fetch-address.ts';
import type { FolderFile } from './folders.ts';
import type { Received } from './receive-stream.ts';
import { type FileWatchRow, lockTaken, type Taken } from './take.ts';
import { nextLook, retriesMs, soonMs } from './times.ts';

/** A file that was taken and becomes an import. */
export interface TakenFile extends Received, Validators {
  name: string;
  /** Of a folder: the file there, and others that it stands for. */
  inFolder: { file: FolderFile; passedOver: readonly FolderFile[]; isLast: boolean } | null;
}

/**
 * Records a file and creates its import, all or nothing. An earlier import that still waits is replaced where each file is
 * the whole range. Returns the run, which the caller wakes, and the files whose bytes are needed no more. Throws `LookLost`,
 * `import.watch-waits`, `import.files-too-large` and what starting an import throws.
 */
export async function finishWithImport(
  db: OwnerDb,
  taken: Taken,
  file: TakenFile,
  now: Date,
): Promise<{ run: RunRow; unneeded: string[] }> {
  const watch = await lockTaken(db, taken);
  const { ownerId } = taken;
  await replaceLast(db, watch);
  const supplier = await getFileSource(db, ownerId, watch.source_id);
  await recordFile(db, ownerId, { ...file, createdBy: watch.created_by });
  const { dialect, mapping, key } = supplier;
  const run = await writeImport(
    db,
    { ownerId, userId: watch.created_by, watchId: watch.id },
    {
      fileId: file.id,
      dialect,
      mapping,
      key,
      into: { as: 'source', source: { id: supplier.id }, whole: watch.whole },
    },
  );
  const unneeded = await unneededFiles(db, watch, run.id);
  await noteFolderFiles(db, watch, file);
  await writeLook(db, watch, now, {
    ...nextLook(watch, now, file.inFolder?.isLast === false ? soonMs : null),
    outcome: 'imported',
    last_run_id: run.id,
    etag: file.etag,
    modified: file.modified,
    sha256: file.sha256,
  });
  return { run, unneeded };
}

/** Ends a look that found a file it knows, or none. */
export async function finishWithout(
  db: OwnerDb,
  taken: Taken,
  found:
    | { outcome: 'unchanged'; validators: Validators | null; file: (FolderFile & { sha256: string }) | null }
    | { outcome: 'nothing' },
  now: Date,
): Promise<void> {
  const watch = await lockTaken(db, taken);
  if (found.outcome === 'unchanged' && found.file !== null) {
    await noteFile(db, watch, found.file, found.file.sha256);
  }
  await writeLook(db, watch, now, {
    ...nextLook(watch, now, found.outcome === 'unchanged' && found.file !== null ? soonMs : null),
    outcome: found.outcome,
    ...(found.outcome === 'unchanged' && found.validators),
  });
}

/** Ends a look that is repeated soon: a file is being written, or the last import is not finished. */
export async function finishWaiting(db: OwnerDb, taken: Taken, fault: Fault, now: Date): Promise<void> {
  const watch = await lockTaken(db, taken);
  await writeLook(db, watch, now, {
    ...nextLook(watch, now, soonMs),
    outcome: 'waits',
    fault: jsonText(fault),
  });
}

/**
 * Ends a look that failed. It is repeated after 5, 15 and 60 minutes; then people are notified, once, and it waits for its
 * next time. A file of a folder that cannot be read is not tried again, so that those behind it are taken.
 */
export async function finishFailed(
  db: OwnerDb,
  taken: Taken,
  { fault, file }: { fault: Fault; file: FolderFile | null },
  now: Date,
): Promise<void> {
  const watch = await lockTaken(db, taken);
  if (file !== null) {
    await noteFile(db, watch, file, null);
  }
  const tries = watch.tries + 1;
  const retryMs = file === null ? (retriesMs[tries - 1] ?? null) : soonMs;
  await writeLook(db, watch, now, {
    ...nextLook(watch, now, retryMs),
    outcome: 'failed',
    fault: jsonText(fault),
    tries: file === null ? tries : 0,
  });
  if (file !== null || tries === retriesMs.length + 1) {
    const { name } = await getFileSource(db, watch.owner_id, watch.source_id);
    await noteNotice(db, {
      ownerId: watch.owner_id,
      event: 'watched-file',
      subject: watch.id,
      params: { state: 'failed', supplier: name, shown: file?.name ?? watch.shown },
      link: '/products/import?list=watched',
    });
  }
}

async function writeLook(
  db: OwnerDb,
  watch: FileWatchRow,
  now: Date,
  change: Partial<{
    next_at: Date | null;
    due_at: Date | null;
    outcome: FileWatchRow['outcome'];
    fault: string | null;
    tries: number;
    last_run_id: string;
    etag: string | null;
    modified: string | null;
    sha256: string | null;
  }>,
): Promise<void> {
  await db
    .updateTable('file_watch')
    .set({ fault: null, tries: 0, ...change, looked_at: now, asked_at: null, taken_until: null })
    .where('owner_id', '=', watch.owner_id)
    .where('id', '=', watch.id)
    .execute();
}

/** What stands in the way of a next file: the last import, while it is not finished. */
export async function inTheWay(
  db: OwnerDb,
  watch: FileWatchRow,
): Promise<{ runId: string; isReplaceable: boolean } | null> {
  if (watch.last_run_id === null) {
    return null;
  }
  const run = await db
    .selectFrom('run')
    .select(['id', 'state'])
    .where('owner_id', '=', watch.owner_id)
    .where('id', '=', watch.last_run_id)
    .executeTakeFirst();
  if (!run || hasEnded(run)) {
    return null;
  }
  const last = await getImportRow(db, watch.owner_id, run.id);
  const waits = run.state === 'held' && last.state === 'checked' && last.decided !== null;
  return { runId: run.id, isReplaceable: watch.whole && waits && last.decided?.byPerson !== true };
}

/** Cancels an import that waits, for a newer file that says all that it says. Throws `import.watch-waits`. */
async function replaceLast(db: OwnerDb, watch: FileWatchRow): Promise<void> {
  const last = await inTheWay(db, watch);
  if (last === null) {
    return;
  }
  const { owner_id: ownerId } = watch;
  // A person who applies it now is either before this or after.
  await getImportRow(db, ownerId, last.runId, 'update');
  const now = await inTheWay(db, watch);
  if (!now?.isReplaceable) {
    throw new AppError('import.watch-waits', `import ${last.runId} is not finished`);
  }
  await db
    .updateTable('import')
    .set({ decided: sql<string>`decided || '{"replaced": true}'::jsonb` })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', last.runId)
    .execute();
  // Its rows are in no product, and nobody can apply them.
  await db
    .deleteFrom('import_page')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', last.runId)
    .execute();
  await signalStop(db, ownerId, last.runId, 'cancel');
}

/** Marks the bytes of earlier files of a watch as deleted; their imports read stored rows. */
async function unneededFiles(db: OwnerDb, watch: FileWatchRow, runId: string): Promise<string[]> {
  const rows = await db
    .updateTable('import_file')
    .set({ deleted_at: sql<Date>`now()` })
    .where('owner_id', '=', watch.owner_id)
    .where('deleted_at', 'is', null)
    .where(
      sql<SqlBool>`id in (
        select file_id from import
        join run on run.id = import.run_id
        where import.owner_id = ${watch.owner_id} and import.watch_id = ${watch.id} and import.run_id <> ${runId}
          and (import.rows is not null or run.ended_at is not null))`,
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function noteFolderFiles(
  db: OwnerDb,
  watch: FileWatchRow,
  { inFolder, sha256 }: TakenFile,
): Promise<void> {
  if (inFolder !== null) {
    await noteFile(db, watch, inFolder.file, sha256);
    for (const each of inFolder.passedOver) {
      await noteFile(db, watch, each, null);
    }
  }
}

async function noteFile(
  db: OwnerDb,
  { id, owner_id }: FileWatchRow,
  { name, bytes, modifiedMs }: FolderFile,
  sha256: string | null,
): Promise<void> {
  const facts = { bytes, modified_ms: modifiedMs, sha256 };
  await db
    .insertInto('file_watch_file')
    .values({ watch_id: id, owner_id, name, ...facts })
    .onConflict((conflict) => conflict.columns(['watch_id', 'name']).doUpdateSet(facts))
    .execute();
}
