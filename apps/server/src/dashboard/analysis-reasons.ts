import type { Reason, Success } from '@bowerbird/contract/figures/analysis';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { type Counting, isWithin, notListedStates } from '../figures/counted.ts';

type Bad = Pick<Success, 'key' | 'name' | 'platform' | 'bad'>;

/** Counts products of sources that could not be read and have not been read since, by source. */
export async function countUnread(db: OwnerDb, ownerId: string, counting: Counting): Promise<Bad[]> {
  const { rows } = await sql<Bad>`
    select collect_run.shop as key, collect_run.shop as name, collect_run.platform, count(*)::integer as bad
    from collect_skip as skip join collect_run on collect_run.run_id = skip.run_id
    where skip.owner_id = ${ownerId} and ${isWithin('skip.at', counting)}
    group by collect_run.shop, collect_run.platform
  `.execute(db);
  return rows;
}

/** Counts items of listing runs that were not listed, by store. */
export async function countRefused(db: OwnerDb, ownerId: string, counting: Counting): Promise<Bad[]> {
  const { rows } = await sql<Bad>`
    select store.id as key, store.name, shop.platform, count(*)::integer as bad
    from listing_item as item join store on store.id = item.store_id join shop on shop.id = store.shop_id
    where item.owner_id = ${ownerId} and item.listing_id is not null and item.state in ${notListedStates}
      and ${isWithin('item.at', counting)}
    group by store.id, shop.platform
  `.execute(db);
  return rows;
}

/** Counts the reasons, most frequent first; their sum equals that of the two counts above. */
export async function countReasons(db: OwnerDb, ownerId: string, counting: Counting): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    select 'listed' as what, coalesce(fault ->> 'code', 'unexpected') as code, count(*)::integer as count,
      max(run_id::text) as "runId"
    from listing_item
    where owner_id = ${ownerId} and listing_id is not null and state in ${notListedStates}
      and ${isWithin('at', counting)}
    group by 2
    union all
    select 'collected', code, count(*)::integer, max(run_id::text) from collect_skip
    where owner_id = ${ownerId} and ${isWithin('at', counting)} group by code
    order by count desc, what, code
  `.execute(db);
  return rows;
}
