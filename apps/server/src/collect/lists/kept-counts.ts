import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';

/** The parts of a filter that the kept counts know; any other has to be counted. */
const keptParts: ReadonlySet<string> = new Set(['state', 'platforms', 'sources']);

/** Whether the kept counts know how many match a filter. */
export function isKept(filter: CollectedFilter): boolean {
  return Object.entries(filter).every(
    ([part, value]) =>
      keptParts.has(part) ||
      value === undefined ||
      value === '' ||
      value === false ||
      (Array.isArray(value) && value.length === 0),
  );
}

/** Returns how many collected products of these platforms and shops there are, and how many of them are claimed. */
export async function keptCounts(db: OwnerDb, ownerId: string, { platforms, sources }: CollectedFilter) {
  return await db
    .selectFrom('collected_count')
    .select(sql<number>`coalesce(sum(collected), 0)::integer`.as('all'))
    .select(sql<number>`coalesce(sum(claimed), 0)::integer`.as('claimed'))
    .where('owner_id', '=', ownerId)
    .$if((platforms ?? []).length > 0, (query) => query.where('platform', 'in', platforms ?? []))
    .$if((sources ?? []).length > 0, (query) => query.where('shop', 'in', sources ?? []))
    .executeTakeFirstOrThrow();
}

/** Returns where the collected products came from, most frequent first. */
export async function findSources(db: OwnerDb, ownerId: string) {
  const { rows } = await sql<{ shop: string; platform: string; count: number }>`
    select shop, platform, sum(collected)::integer as count from collected_count
    where owner_id = ${ownerId} group by shop, platform having sum(collected) > 0
    order by count desc, shop limit 200
  `.execute(db);
  return rows;
}

/** Replaces the rows that writes left by one for each shop. Writes that run meanwhile are not waited for, and stay. */
export async function addUpCounts(db: Db, ownerId: string): Promise<void> {
  await asOwner(db, ownerId, (owned) =>
    sql`
      with taken as (delete from collected_count where owner_id = ${ownerId} returning *)
      insert into collected_count (owner_id, platform, shop, collected, claimed)
      select owner_id, platform, shop, sum(collected), sum(claimed) from taken
      group by 1, 2, 3 having sum(collected) <> 0 or sum(claimed) <> 0
    `.execute(owned),
  );
}
