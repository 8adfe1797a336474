import { AppError } from '@bowerbird/contract/errors';
import { fileAt, type OpenFile } from '@bowerbird/files/source/file-at';
import type { OwnerDb } from '../db/database.ts';
import { changeImportFile, getImportFile, requireWhole } from './queries.ts';
import type { PartFiles } from './storing/part-files.ts';

/** Runs work in a transaction of this owner. */
export type InTransaction = <Result>(work: (db: OwnerDb) => Promise<Result>) => Promise<Result>;

/**
 * Returns the path on this machine of a file of this owner that has arrived completely. Throws `not-found`,
 * `import.file-incomplete`, and `import.file-gone` if its bytes were deleted or are not what arrived.
 */
export async function wholeFile(
  inTransaction: InTransaction,
  files: PartFiles,
  ownerId: string,
  fileId: string,
): Promise<string> {
  const { id, bytes, sha256 } = await inTransaction(async (db) => {
    const row = await changeImportFile(db, await getImportFile(db, ownerId, fileId));
    return requireWhole(row);
  });
  const path = await files.pathOfWhole({ id, bytes: Number(bytes), sha256 });
  if (path === null) {
    throw new AppError('import.file-gone', `import file ${id} is not the ${bytes} bytes that arrived`);
  }
  return path;
}

/** Opens such a file: close it. */
export async function importFileSource(...given: Parameters<typeof wholeFile>): Promise<OpenFile> {
  return await fileAt(await wholeFile(...given));
}
