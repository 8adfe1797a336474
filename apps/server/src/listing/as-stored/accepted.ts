import type { AcceptedAsStored } from '@bowerbird/contract/listing/as-stored';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

/** How many acceptances a certificate names one by one, newest first; older ones are added to the last of them. */
const namedMax = 20;

/**
 * Returns how many products of a shop are listed with values that the store keeps otherwise, by the run in which a
 * person accepted them, newest first; also where that run was cancelled before it came to know that the product is
 * published. A product that was written again with other content counts no more.
 */
export async function findAccepted(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
): Promise<AcceptedAsStored[]> {
  const { rows } = await sql<{ count: number; by: string | null; at: Date }>`
    select count(*)::integer as count, "user".name as by, run.created_at as at from (
      select distinct on (listing.id) attempt.run_id
      from listing_run
      join listing_item as item on item.run_id = listing_run.run_id and item.shop_id = ${shopId}
      join listing on listing.id = item.listing_id and listing.published and listing.state = 'listed'
      join listing_attempt as listed on listed.id = listing.listed_attempt
      join listing_attempt as attempt on attempt.listing_id = listing.id and attempt.run_id = listing_run.run_id
        and attempt.kind = 'publish' and attempt.outcome = 'applied'
        and attempt.generation = listing.generation and attempt.hash = listed.hash
      where listing_run.owner_id = ${ownerId} and listing_run.action = 'publish-stored' and listing.owner_id = ${ownerId}
      order by listing.id, attempt.id desc
    ) as accepted
    join run on run.id = accepted.run_id and run.owner_id = ${ownerId}
    left join "user" on "user".id = run.created_by
    group by run.id, "user".name
    order by run.id desc
  `.execute(db);
  const each = rows.map(({ count, by, at }) => ({ count, by, at: at.toISOString() }));
  const [last, ...older] = each.slice(namedMax - 1);
  return last
    ? [
        ...each.slice(0, namedMax - 1),
        { ...last, count: older.reduce((sum, { count }) => sum + count, last.count) },
      ]
    : each;
}
