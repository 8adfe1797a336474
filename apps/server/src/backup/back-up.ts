import { AppError } from '@bowerbird/contract/errors';
import { connect } from '../db/connecting/connect.ts';
import { backupLock } from '../seal/rotate.ts';
import type { FileStore } from '../stored-files/file-store.ts';
import { listDataFiles, readDataFiles, readStoredFiles } from './data-files.ts';
import { migrationsOf } from './database-facts.ts';
import type { Section } from './frames.ts';
import { withSnapshot } from './snapshot.ts';
import { requireNoFile, writeBackupFile } from './write-file.ts';

export interface BackUpOptions {
  /** Address of the database, as the owner of its tables. */
  url: string;
  dataFolder: string;
  /** Where images and exports are, if not in the data folder. */
  bucket?: FileStore | undefined;
  /** File to write; it must not exist yet. */
  file: string;
  /** The version of this program. */
  program: string;
  /** Called with the id of the snapshot before anything is read from it. */
  onSnapshot?: (id: string) => Promise<void>;
}

export interface Written {
  tables: number;
  rows: number;
  files: number;
  /** The length of the backup file. */
  bytes: number;
  /** Files that were deleted while the backup was written, and are not in it. */
  missed: string[];
}

/**
 * Writes a backup of an installation, which may be running meanwhile: the database as it is at one moment, and the
 * files of the data folder. Leaves out the jobs of the queue: runs are resumed from their own rows
 * (`runs/forgotten.ts`). Throws `backup.file-exists`, `backup.file-unusable` and `backup.no-database`.
 */
export async function backUp(options: BackUpOptions): Promise<Written> {
  const { url, dataFolder, bucket, file, program, onSnapshot } = options;
  requireNoFile(file);
  const client = await connect(url, 'bowerbird backup');
  try {
    if ((await migrationsOf(client)).length === 0) {
      throw noDatabase(new URL(url).host);
    }
    // Reads the keys after the rows; the lock ensures that no key is removed in between.
    await client.query('select pg_advisory_lock_shared($1)', [backupLock]);
    return await withSnapshot(client, async (snapshot) => {
      await onSnapshot?.(snapshot.id);
      // Files may be deleted any time after the moment of the snapshot, so they are written first. Files written after
      // the snapshot do no harm.
      const paths = await listDataFiles(dataFolder);
      const missed: string[] = [];
      let missedHere = 0;
      let inBucket = 0;
      const bytes = await writeBackupFile(
        file,
        {
          program,
          schema: snapshot.migrations,
          takenAt: new Date().toISOString(),
          tables: snapshot.rows,
        },
        inOrder(
          readDataFiles(dataFolder, paths, (path) => {
            missed.push(path);
            missedHere += 1;
          }),
          ...(bucket
            ? [
                readStoredFiles(bucket, new Set(paths), {
                  found: () => {
                    inBucket += 1;
                  },
                  missed: (path) => missed.push(path),
                }),
              ]
            : []),
          snapshot.sections(),
        ),
      );
      const counts = Object.values(snapshot.rows);
      return {
        tables: counts.length,
        rows: counts.reduce((sum, each) => sum + each, 0),
        files: paths.length - missedHere + inBucket,
        bytes,
        missed,
      };
    });
  } finally {
    await client.end();
  }
}

/** Returns the error for a place without a database of ours. */
export function noDatabase(place: string): AppError {
  return new AppError('backup.no-database', place, { params: { place } });
}

async function* inOrder(...all: AsyncIterable<Section>[]): AsyncGenerator<Section> {
  for (const each of all) {
    yield* each;
  }
}
