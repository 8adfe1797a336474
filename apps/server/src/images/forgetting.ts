import type { UploadedImage } from '@bowerbird/catalog/stored/uploaded-image';
import { sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { FileStore } from '../stored-files/file-store.ts';
import type { Clock } from '../time/clock.ts';
import { type ImageFiles, imageFilesIn } from './files.ts';

/** Days that an unused image is kept, for people who left an editor open. */
const unusedDays = 7;
/** Age after which a file without a row is unused; before, it may belong to a running transaction. */
const strayMs = 24 * 3600_000;
const atOnce = 500;

/**
 * Deletes images that no product uses, in its present state or in a former one that can be restored, and files without
 * an owner. Returns how many of each.
 */
export async function forgetUnusedImages(
  db: Db,
  files: ImageFiles,
  now: number,
): Promise<{ unused: number; stray: number }> {
  let unused = 0;
  for (;;) {
    const { rows } = await sql<UploadedImage & { deleted: boolean }>`
      select * from forget_unused_images(${unusedDays}, ${atOnce})
    `.execute(db);
    for (const image of rows.filter(({ deleted }) => deleted)) {
      await files.remove(image);
      unused += 1;
    }
    if (rows.length < atOnce) {
      break;
    }
  }
  let stray = 0;
  for await (const images of files.writtenBefore(now - strayMs)) {
    const { rows } = await sql<{ id: string }>`
      select known_images(${images.map(({ id }) => id)}::uuid[]) as id
    `.execute(db);
    const known = new Set(rows.map(({ id }) => id));
    for (const image of images.filter(({ id }) => !known.has(id))) {
      await files.remove(image);
      stray += 1;
    }
  }
  return { unused, stray };
}

export const unusedImages: BackgroundWork<{
  db: Db;
  files: FileStore;
  clock: Clock;
  log: Log;
}> = {
  name: 'unused-images',
  everyMs: 6 * 3600_000,
  does: `Deletes uploaded images that no product has used for ${unusedDays} days, and files that belong to no image.`,
  runsIn: 'workers',
  begin({ db, files: store, clock, log }) {
    const files = imageFilesIn(store);
    return {
      async pass() {
        const gone = await forgetUnusedImages(db, files, clock.wall());
        if (gone.unused + gone.stray > 0) {
          log.info({ ...gone }, 'Unused images have been deleted');
        }
      },
    };
  },
};
