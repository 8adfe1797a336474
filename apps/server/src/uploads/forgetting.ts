import { sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Db } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import type { PartFiles } from './storing/part-files.ts';
import { partFilesOf } from './storing/part-files-of.ts';

/** Hours that a file is kept that no import uses, after its last part. */
const unusedHours = 24;
const atOnce = 500;

/**
 * Deletes uploaded files that no import uses, and bytes that belong to no file. Returns how many of each.
 * @param now milliseconds since 1970
 */
export async function forgetUploads(
  db: Db,
  files: PartFiles,
  now: number,
): Promise<{ unused: number; stray: number }> {
  let unused = 0;
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select forget_unused_import_files(${unusedHours}, ${atOnce}) as id
    `.execute(db);
    for (const { id } of rows) {
      await files.remove(id);
    }
    unused += rows.length;
    if (rows.length < atOnce) {
      break;
    }
  }
  let stray = 0;
  for await (const ids of files.writtenBefore(now - unusedHours * 3600_000)) {
    const { rows } = await sql<{ id: string }>`
      select kept_import_files(${ids}::uuid[]) as id
    `.execute(db);
    const kept = new Set(rows.map(({ id }) => id));
    for (const id of ids.filter((each) => !kept.has(each))) {
      await files.remove(id);
      stray += 1;
    }
  }
  return { unused, stray };
}

type Needs = Pick<Services, 'db' | 'files' | 'clock' | 'log'> & {
  config: Pick<Services['config'], 's3' | 'dataFolder'>;
};

export const unusedUploads: BackgroundWork<Needs> = {
  name: 'unused-uploads',
  everyMs: 3600_000,
  does: 'Deletes uploaded product files that no import has used within a day, and bytes that belong to no file.',
  runsIn: 'workers',
  begin(services) {
    const { db, clock, log } = services;
    const files = partFilesOf(services);
    return {
      async pass() {
        const gone = await forgetUploads(db, files, clock.wall());
        if (gone.unused + gone.stray > 0) {
          log.info({ ...gone }, 'Unused uploads have been deleted');
        }
      },
    };
  },
};

/** Milliseconds that a copy is kept on a machine after its last use. */
const copyKeptMs = 2 * 3600_000;

export const unusedCopies: BackgroundWork<Needs> = {
  name: 'copies-of-uploads',
  everyMs: 3600_000,
  does: 'Deletes copies of uploaded product files in a bucket that this machine has not used for two hours.',
  runsIn: 'every process',
  begin(services) {
    const files = partFilesOf(services);
    return { pass: () => files.removeCopies(services.clock.wall() - copyKeptMs) };
  },
};
