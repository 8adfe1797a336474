import { AppError } from '@bowerbird/contract/errors';
import { changeImportFile, getImportFile, type ImportFileRow } from './queries.ts';
import { RunningHashes } from './running-hashes.ts';
import type { InTransaction } from './source.ts';
import type { PartFiles } from './storing/part-files.ts';

const hashes = new RunningHashes();

/**
 * Stores a part of a file that begins at byte `from`. What arrived before is left out. The bytes are stored safely before
 * they are counted, so that a count is never above what is there, whenever the machine stops. The last part ends the
 * file; if that was interrupted, the same part ends it when it comes again.
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
    const stored = await files.sizeOf(file.id);
    if (stored < received) {
      // The data folder was put back to an earlier state: the upload continues at what is there.
      return await changeImportFile(db, file, { received: stored });
    }
    if (part.from > received) {
      throw new AppError('import.part-misplaced', `${part.from} after ${received}`, {
        params: { received },
      });
    }
    const fresh = part.bytes.subarray(received - part.from);
    await files.write(file.id, received, fresh);
    kept = hashes.with(file.id, received, fresh);
    return await changeImportFile(db, file, { received: end });
  });
  const isComplete = Number(row.received) === Number(row.bytes);
  if (kept !== undefined) {
    hashes.keep(row.id, isComplete ? null : kept);
  }
  return isComplete && row.sha256 === null ? await end(inTransaction, files, row, kept ?? null) : row;
}

/** Notes the hash of a file whose last part has arrived. It may have to be read for that, in no transaction. */
async function end(
  inTransaction: InTransaction,
  files: PartFiles,
  row: ImportFileRow,
  kept: ReturnType<RunningHashes['with']>,
): Promise<ImportFileRow> {
  const sha256 = await files.finish(row.id, Number(row.bytes), kept?.hash.digest('hex') ?? null);
  return await inTransaction(async (db) => {
    const file = await getImportFile(db, row.owner_id, row.id, 'update');
    return await changeImportFile(
      db,
      file,
      sha256 === null ? { received: await files.sizeOf(file.id) } : { sha256 },
    );
  });
}
