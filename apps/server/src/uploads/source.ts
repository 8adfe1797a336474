import { AppError } from '@bowerbird/contract/errors';
import { fileAt, type OpenFile } from '@bowerbird/files/source/file-at';
import type { OwnerDb } from '../db/database.ts';
import { partFilesIn } from './part-files.ts';
import { changeImportFile, getImportFile, type ImportFileRow, requireWhole } from './queries.ts';

/** A complete file of a merchant's, held open: close it. */
export interface OpenUpload {
  row: ImportFileRow;
  source: OpenFile;
}

/**
 * Opens a file of this owner that has arrived completely. Throws `not-found`, `import.file-incomplete`, and
 * `import.file-gone` if its bytes were deleted or are not what arrived.
 */
export async function openUpload(
  db: OwnerDb,
  dataFolder: string,
  ownerId: string,
  fileId: string,
): Promise<OpenUpload> {
  const row = await changeImportFile(db, await getImportFile(db, ownerId, fileId));
  requireWhole(row);
  const source = await fileAt(partFilesIn(dataFolder).pathOf(row.id)).catch((thrown: unknown) => {
    throw new AppError('import.file-gone', `the bytes of import file ${row.id}`, { cause: thrown });
  });
  if (source.size !== Number(row.bytes)) {
    await source.close();
    throw new AppError('import.file-gone', `import file ${row.id} has ${source.size} bytes of ${row.bytes}`);
  }
  return { row, source };
}
