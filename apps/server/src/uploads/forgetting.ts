import { sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { type PartFiles, partFilesIn } from './part-files.ts';

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

export const unusedUploads: BackgroundWork<{
  db: Db;
  config: { dataFolder: string };
  clock: Clock;
  log: Log;
}> = {
  name: 'unused-uploads',
  everyMs: 3600_000,
  does: 'Deletes uploaded product files that no import has used within a day, and bytes that belong to no file.',
  runsIn: 'workers',
  begin({ db, config, clock, log }) {
    const files = partFilesIn(config.dataFolder);
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
