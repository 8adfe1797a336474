import type { OwnerDb } from '../../db/database.ts';
import type { KnownSource } from './preview-upload.ts';

/** Suppliers compared with a new file: the newest. */
const comparedMax = 500;

/** Returns the merchant's suppliers with the columns of their last files, the newest first. */
export async function findKnownSources(db: OwnerDb, ownerId: string): Promise<KnownSource[]> {
  return await db
    .selectFrom('file_source')
    .select(['id', 'name', 'header', 'mapping'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .limit(comparedMax)
    .execute();
}
