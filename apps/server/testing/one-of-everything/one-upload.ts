import { asOwner } from '../../src/db/database.ts';
import type { Services } from '../../src/services/services.ts';
import { partFilesIn } from '../../src/uploads/part-files.ts';
import { announceFile } from '../../src/uploads/queries.ts';
import { receivePart } from '../../src/uploads/receive-part.ts';

const items = Buffer.from('Handle,Title,Variant Price\nsecret-mug,Secret mug,12.50\n');

/** Uploads a product file of a merchant's; returns its id. */
export async function oneUpload({ db, config }: Services, ownerId: string): Promise<string> {
  const { id } = await asOwner(db, ownerId, (owned) =>
    announceFile(owned, ownerId, { name: 'secret-mugs.csv', bytes: items.length, createdBy: null }),
  );
  const part = { id, from: 0, bytes: items };
  await receivePart((work) => asOwner(db, ownerId, work), partFilesIn(config.dataFolder), ownerId, part);
  return id;
}
