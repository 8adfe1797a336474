import { AppError } from '@bowerbird/contract/errors';
import type { Selectable } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { FileSourceTable, ImportTable } from '../db/tables/imports.ts';

export type ImportRow = Selectable<ImportTable>;
export type FileSourceRow = Selectable<FileSourceTable>;

/** Returns an import of this owner; throws `not-found`. */
export async function getImportRow(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  lock?: 'update',
): Promise<ImportRow> {
  const row = await db
    .selectFrom('import')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `import ${runId}`);
  }
  return row;
}

/** Returns a supplier of this owner; throws `not-found`. */
export async function getFileSource(db: OwnerDb, ownerId: string, id: string): Promise<FileSourceRow> {
  const row = await db
    .selectFrom('file_source')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `file source ${id}`);
  }
  return row;
}
