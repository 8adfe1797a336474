import type { listRecentSources } from '@bowerbird/contract/collect/collect';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

type RecentSource = AnswerOf<typeof listRecentSources>[number];

/** Most sources returned, most runs searched for them, and most images of each. */
const sourcesMax = 8;
const runsMax = 200;
const imagesMax = 3;

/** Returns the sources that were collected from last, each once, with the address of its newest run. */
export async function findRecentSources(
  db: OwnerDb,
  ownerId: string,
  platform: string | undefined,
): Promise<RecentSource[]> {
  const { rows } = await sql<Omit<RecentSource, 'at'> & { at: Date }>`
    select source.shop, source.platform, source.address, source.at,
      (select coalesce(sum(collected), 0)::integer from collected_count
        where owner_id = ${ownerId} and platform = source.platform and shop = source.shop) as products,
      array(select image_url from collected
        where owner_id = ${ownerId} and platform = source.platform and shop = source.shop and image_url is not null
        limit ${imagesMax}) as images
    from (
      select distinct on (platform, shop) platform, shop, address, at from (
        select collect_run.platform, collect_run.shop, collect_run.addresses ->> 0 as address, run.created_at as at
        from run join collect_run on collect_run.run_id = run.id
        where run.owner_id = ${ownerId} and run.kind = 'collect' and collect_run.addresses ->> 0 is not null
          and ${platform === undefined ? sql`true` : sql`collect_run.platform = ${platform}`}
        order by run.id desc limit ${runsMax}
      ) as newest order by platform, shop, at desc
    ) as source order by source.at desc limit ${sourcesMax}
  `.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
