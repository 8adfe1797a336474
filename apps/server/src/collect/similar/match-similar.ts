import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { groupSimilar } from './group-similar.ts';

/**
 * Most products that are searched for in one transaction, under the merchant's lock. The search reads the keys of all the
 * merchant's products once each time.
 */
const atOnce = 100_000;
/** The same for callers that wait. */
const waitedFor = 500;

/**
 * Searches for similar products among those saved since the last search: saving does not wait for it, and a crash leaves
 * to the next run what was not finished. Safe to repeat, and to run concurrently with itself.
 */
export async function matchFresh(db: Db, ownerId: string, signal?: AbortSignal): Promise<void> {
  let taken: number;
  do {
    signal?.throwIfAborted();
    taken = await asOwner(db, ownerId, async (owned) => {
      await sql`select pg_advisory_xact_lock(${lockOf(ownerId)})`.execute(owned);
      return await match(owned, ownerId, atOnce, signal);
    });
  } while (taken > 0);
}

/**
 * Processes one part of the new products, of which a large run may have left many: for callers that wait. Returns how
 * many there were; 0 while another worker searches, which finds these too or leaves them to the next run.
 */
export async function matchPart(db: Db, ownerId: string): Promise<number> {
  return await asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lockOf(ownerId)}) as locked
    `.execute(owned);
    return rows[0]?.locked === true ? await match(owned, ownerId, waitedFor) : 0;
  });
}

/** Two searches that run at once would not see each other's products. */
function lockOf(ownerId: string) {
  return sql`hashtextextended('similarity ' || ${ownerId}, 0)`;
}

async function match(db: OwnerDb, ownerId: string, most: number, signal?: AbortSignal): Promise<number> {
  const { rows } = await sql<{ ids: string[] }>`
    with counted as (
      select id, sum(cardinality(collected_ids)) over (order by id) - cardinality(collected_ids) as before
      from similarity_waiting where owner_id = ${ownerId}
    )
    delete from similarity_waiting using counted
    where similarity_waiting.owner_id = ${ownerId} and similarity_waiting.id = counted.id and before < ${most}
    returning collected_ids as ids
  `.execute(db);
  const ids = rows.flatMap((row) => row.ids);
  await groupSimilar(db, ownerId, ids, signal);
  return ids.length;
}
