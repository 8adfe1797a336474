import { asOwner } from '../../src/db/database.ts';
import { imageFilesIn } from '../../src/images/files.ts';
import { keepImage } from '../../src/images/queries.ts';
import { readImage } from '../../src/images/read-image.ts';
import { plainImage } from '../../src/images/testing.ts';
import type { Services } from '../../src/services/services.ts';

/** Creates an image that a merchant uploaded; returns its id. */
export async function oneImage({ db, files }: Services, ownerId: string): Promise<string> {
  const image = await readImage(await plainImage(4, 4).png().toBuffer());
  const kept = await asOwner(db, ownerId, (owned) => keepImage(owned, ownerId, imageFilesIn(files), image));
  return kept.id;
}
