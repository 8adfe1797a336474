import { AppError } from '@bowerbird/contract/errors';
import type { OwnerDb } from '../db/database.ts';
import type { PartFiles } from './part-files.ts';
import { changeImportFile, getImportFile, type ImportFileRow } from './queries.ts';
import { RunningHashes } from './running-hashes.ts';

const hashes = new RunningHashes();

/** Runs work in a transaction of this owner. */
type InTransaction = <Result>(work: (db: OwnerDb) => Promise<Result>) => Promise<Result>;

/**
 * Stores a part of a file that begins at byte `from`. What arrived before is left out. The bytes are on the disk before
 * they are counted, so that a count is never above what is there, whenever the machine stops.
 */
export async function receivePart(
  inTransaction: InTransaction,
  files: PartFiles,
  ownerId: string,
  part: { id: string; from: number; bytes: Uint8Array },
): Promise<ImportFileRow> {
  let kept: ReturnType<RunningHashes['with']> | undefined;
  const row = await inTransaction(async (db) => {
    const file = await getImportFile(db, ownerId, part.id, 'update');
    if (file.deleted_at !== null) {
      throw new AppError('import.file-gone', `import file ${file.id} was deleted`);
    }
    const [whole, received] = [Number(file.bytes), Number(file.received)];
    const end = part.from + part.bytes.length;
    if (end > whole) {
      throw new AppError('import.file-longer', `${end} bytes of ${whole}`, { params: { bytes: whole } });
    }
    if (file.sha256 !== null || end <= received) {
      return file;
    }
    const onDisk = await files.sizeOf(file.id);
    if (onDisk < received) {
      // The data folder was put back to an earlier state: the upload continues at what is there.
      return await changeImportFile(db, file, { received: onDisk });
    }
    if (part.from > received) {
      throw new AppError('import.part-misplaced', `${part.from} after ${received}`, {
        params: { received },
      });
    }
    const fresh = part.bytes.subarray(received - part.from);
    await files.write(file.id, received, fresh);
    kept = hashes.with(file.id, received, fresh);
    if (end < whole) {
      return await changeImportFile(db, file, { received: end });
    }
    if ((await files.sizeOf(file.id)) > whole) {
      await files.cutTo(file.id, whole);
    }
    const sha256 = kept ? kept.hash.copy().digest('hex') : await files.sha256Of(file.id);
    return await changeImportFile(db, file, { received: whole, sha256 });
  });
  if (kept !== undefined) {
    hashes.keep(row.id, row.sha256 === null ? kept : null);
  }
  return row;
}
