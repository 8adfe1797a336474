import { AppError } from '@bowerbird/contract/errors';
import { type ImportFile, uploadLimits } from '@bowerbird/contract/files/uploads';
import { endStates } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { ImportFileTable } from '../db/tables/uploads.ts';
import { namesOf } from '../runs/names.ts';
import { plainName } from './plain-name.ts';

export type ImportFileRow = Selectable<ImportFileTable>;

/**
 * Records an announced file of this owner. Throws `import.too-many-unfinished` and `import.files-too-large`
 * (`uploadLimits`).
 */
export async function announceFile(
  db: OwnerDb,
  ownerId: string,
  file: { name: string; bytes: number; createdBy: string | null },
): Promise<ImportFileRow> {
  const unfinished = await requireFileRoom(db, ownerId, file.bytes);
  if (unfinished >= uploadLimits.unfinished) {
    throw new AppError('import.too-many-unfinished', `${unfinished} unfinished files`, {
      params: { max: uploadLimits.unfinished },
    });
  }
  return await db
    .insertInto('import_file')
    .values({
      id: v7(),
      owner_id: ownerId,
      name: plainName(file.name),
      bytes: file.bytes,
      created_by: file.createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records a file of this owner whose bytes are on the disk already. Throws `import.files-too-large`. */
export async function recordFile(
  db: OwnerDb,
  ownerId: string,
  file: { id: string; name: string; bytes: number; sha256: string; createdBy: string | null },
): Promise<void> {
  await requireFileRoom(db, ownerId, file.bytes);
  await db
    .insertInto('import_file')
    .values({
      id: file.id,
      owner_id: ownerId,
      name: plainName(file.name),
      bytes: file.bytes,
      received: file.bytes,
      sha256: file.sha256,
      created_by: file.createdBy,
    })
    .execute();
}

/** Throws `import.files-too-large`. Returns how many files are unfinished; until the transaction ends, no other is counted. */
async function requireFileRoom(db: OwnerDb, ownerId: string, added: number): Promise<number> {
  // Two files that come at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('import-file'), hashtext(${ownerId}))`.execute(db);
  const { unfinished, bytes } = await db
    .selectFrom('import_file')
    .select([
      sql<string>`count(*) filter (where sha256 is null)`.as('unfinished'),
      sql<string>`coalesce(sum(bytes), 0)`.as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(bytes) + added > uploadLimits.bytesOfAll) {
    throw new AppError('import.files-too-large', `${bytes} bytes before`, {
      params: { gigabytes: uploadLimits.bytesOfAll / 1024 ** 3 },
    });
  }
  return Number(unfinished);
}

/** Returns an announced or complete file of this owner, locked for a change if asked. Throws `not-found`. */
export async function getImportFile(
  db: OwnerDb,
  ownerId: string,
  id: string,
  lock?: 'update',
): Promise<ImportFileRow> {
  const row = await db
    .selectFrom('import_file')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `import file ${id}`);
  }
  return row;
}

/** Returns the newest file of this name and size whose parts have not all arrived. */
export async function findUnfinishedFile(
  db: OwnerDb,
  ownerId: string,
  file: { name: string; bytes: number },
): Promise<ImportFileRow | undefined> {
  return await db
    .selectFrom('import_file')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('name', '=', plainName(file.name))
    .where('bytes', '=', sql<string>`${file.bytes}`)
    .where('sha256', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/**
 * Returns a file with its hash. Throws `import.file-gone` if its bytes were deleted, `import.file-incomplete` while parts
 * are missing.
 */
export function requireWhole(row: ImportFileRow): ImportFileRow & { sha256: string } {
  if (row.deleted_at !== null) {
    throw new AppError('import.file-gone', `import file ${row.id} was deleted`);
  }
  if (row.sha256 === null) {
    throw new AppError('import.file-incomplete', `import file ${row.id}`, {
      params: { received: Number(row.received), bytes: Number(row.bytes) },
    });
  }
  return { ...row, sha256: row.sha256 };
}

/**
 * Notes that an import uses a file, which is then kept until it is deleted. Throws `not-found`, `import.file-gone` and
 * `import.file-incomplete`.
 */
export async function useImportFile(db: OwnerDb, ownerId: string, id: string): Promise<ImportFileRow> {
  const row = await getImportFile(db, ownerId, id, 'update');
  requireWhole(row);
  await changeImportFile(db, row, { used_at: sql<Date>`now()` });
  return row;
}

/** Throws `import.file-in-use` while a check that has not ended still reads the file's rows. */
export async function requireRead(
  db: OwnerDb,
  { id, owner_id: ownerId }: Pick<ImportFileRow, 'id' | 'owner_id'>,
): Promise<void> {
  const reader = await db
    .selectFrom('import')
    .innerJoin('run', 'run.id', 'import.run_id')
    .select('import.run_id')
    .where('import.owner_id', '=', ownerId)
    .where('import.file_id', '=', id)
    .where('import.state', '=', 'checking')
    .where('import.rows', 'is', null)
    .where('run.state', 'not in', endStates)
    .executeTakeFirst();
  if (reader) {
    throw new AppError('import.file-in-use', `run ${reader.run_id} reads file ${id}`);
  }
}

/** Changes a file, which counts as looked at, and returns it as it is then. */
export async function changeImportFile(
  db: OwnerDb,
  { id, owner_id }: Pick<ImportFileRow, 'id' | 'owner_id'>,
  change: {
    received?: number;
    sha256?: string;
    used_at?: ReturnType<typeof sql<Date>>;
    deleted_at?: ReturnType<typeof sql<Date>>;
  } = {},
): Promise<ImportFileRow> {
  return await db
    .updateTable('import_file')
    .set({ ...change, touched_at: sql<Date>`now()` })
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Converts a file to the form that the console gets. */
export async function toImportFile(db: OwnerDb, row: ImportFileRow): Promise<ImportFile> {
  const names = await namesOf(db, row.owner_id, row.created_by === null ? [] : [row.created_by]);
  return {
    id: row.id,
    name: row.name,
    bytes: Number(row.bytes),
    received: Number(row.received),
    sha256: row.sha256,
    createdAt: row.created_at.toISOString(),
    createdBy: (row.created_by !== null && names.get(row.created_by)) || null,
  };
}
