import { AppError } from '@bowerbird/contract/errors';
import { fileAt, type OpenFile } from '@bowerbird/files/source/file-at';
import type { OwnerDb } from '../db/database.ts';
import type { PartFiles } from './part-files.ts';
import { changeImportFile, getImportFile, requireWhole } from './queries.ts';

/**
 * Returns the path of a file of this owner that has arrived completely. Throws `not-found`, `import.file-incomplete`, and
 * `import.file-gone` if its bytes were deleted or are not what arrived.
 */
export async function wholeFile(
  db: OwnerDb,
  files: PartFiles,
  ownerId: string,
  fileId: string,
): Promise<string> {
  const row = await changeImportFile(db, await getImportFile(db, ownerId, fileId));
  requireWhole(row);
  const size = await files.sizeOf(row.id);
  if (size !== Number(row.bytes)) {
    throw new AppError('import.file-gone', `import file ${row.id} has ${size} bytes of ${row.bytes}`);
  }
  return files.pathOf(row.id);
}

/** Opens such a file: close it. */
export async function importFileSource(...given: Parameters<typeof wholeFile>): Promise<OpenFile> {
  return await fileAt(await wholeFile(...given));
}
