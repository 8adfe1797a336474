import { asOwner } from '../../src/db/database.ts';
import type { Services } from '../../src/services/services.ts';
import { announceFile } from '../../src/uploads/queries.ts';
import { receivePart } from '../../src/uploads/receive-part.ts';
import { partFilesOf } from '../../src/uploads/storing/part-files-of.ts';

const items = Buffer.from('Handle,Title,Variant Price\nsecret-mug,Secret mug,12.50\n');

/** Uploads a product file of a merchant's; returns its id. */
export async function oneUpload(services: Services, ownerId: string): Promise<string> {
  const { db } = services;
  const { id } = await asOwner(db, ownerId, (owned) =>
    announceFile(owned, ownerId, { name: 'secret-mugs.csv', bytes: items.length, createdBy: null }),
  );
  const part = { id, from: 0, bytes: items };
  await receivePart((work) => asOwner(db, ownerId, work), partFilesOf(services), ownerId, part);
  return id;
}
