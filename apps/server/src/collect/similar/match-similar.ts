import { similarityKeys } from '@bowerbird/catalog/similar/similarity';
import { sql } from 'kysely';
import { asOwner, type Db } from '../../db/database.ts';
import { groupSimilar } from './group-similar.ts';

/** Most products processed in one transaction, under the merchant's lock. */
const atOnce = 500;

/**
 * Searches for similar products among those saved since the last search, a part at a time: saving does not wait for it,
 * and a crash leaves the rest to the next run. Safe to repeat, and to run concurrently with itself.
 */
export async function matchFresh(db: Db, ownerId: string, signal?: AbortSignal): Promise<void> {
  let taken: number;
  do {
    signal?.throwIfAborted();
    taken = await matchPart(db, ownerId);
  } while (taken === atOnce);
}

/**
 * Processes one part of the new products, of which a large run may have left many: for callers that wait. Returns how
 * many there were.
 */
export async function matchPart(db: Db, ownerId: string): Promise<number> {
  return await asOwner(db, ownerId, async (owned) => {
    const taken = await sql<{ id: string }>`
      delete from unlikened where owner_id = ${ownerId} and collected_id in (
        select collected_id from unlikened where owner_id = ${ownerId}
        order by collected_id limit ${atOnce} for update skip locked
      )
      returning collected_id as id
    `.execute(owned);
    const ids = taken.rows.map(({ id }) => id);
    const { rows } = await sql<{
      id: string;
      title: string;
      url: string;
      shop: string;
      imageUrl: string | null;
    }>`
      select id, title, url, shop, image_url as "imageUrl" from collected
      where owner_id = ${ownerId} and id = any(${ids}::uuid[])
    `.execute(owned);
    await groupSimilar(
      owned,
      ownerId,
      rows.map((row) => ({ id: row.id, similar: similarityKeys(row) })),
    );
    return ids.length;
  });
}
