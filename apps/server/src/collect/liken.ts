import { likenessKeys } from '@bowerbird/catalog/likeness';
import { sql } from 'kysely';
import { asOwner, type Db } from '../db/database.ts';
import { groupAlike } from './group-alike.ts';

/** So many are taken in one transaction, under the merchant's lock. */
const atOnce = 500;

/**
 * Looks for what is alike among goods that were saved since it was last done, a part at a time: saving them does not wait for
 * it, and a kill leaves the rest to the next run. Safe to repeat, and beside itself.
 */
export async function likenFresh(db: Db, ownerId: string, signal?: AbortSignal): Promise<void> {
  let taken: number;
  do {
    signal?.throwIfAborted();
    taken = await likenPart(db, ownerId);
  } while (taken === atOnce);
}

/** The same for one part of them, of which a large run may have left many: for who waits. Answers how many that were. */
export async function likenPart(db: Db, ownerId: string): Promise<number> {
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
      pictureUrl: string | null;
    }>`
      select id, title, url, shop, picture_url as "pictureUrl" from collected
      where owner_id = ${ownerId} and id = any(${ids}::uuid[])
    `.execute(owned);
    await groupAlike(
      owned,
      ownerId,
      rows.map((row) => ({ id: row.id, alike: likenessKeys(row) })),
    );
    return ids.length;
  });
}
