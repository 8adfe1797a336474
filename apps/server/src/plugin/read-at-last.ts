import { sql } from 'kysely';
import { forgetSkips } from '../collect/saving/skips.ts';
import type { OwnerDb } from '../db/database.ts';

/**
 * Removes pages from the list of unread pages, by the possible spellings of their addresses and by a marketplace's item
 * ids: the same item appears under the hosts of many languages.
 */
export async function forgetRead(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  addresses: string[],
  itemIds: string[],
): Promise<void> {
  await forgetSkips(db, ownerId, platform, addresses);
  if (itemIds.length > 0) {
    await sql`
      delete from collect_skip
      where owner_id = ${ownerId} and platform = ${platform}
        and substring(split_part(address, '.html', 1) from '[0-9]+$') = any(${itemIds})
    `.execute(db);
  }
}
