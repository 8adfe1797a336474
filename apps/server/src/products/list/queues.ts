import type { ProductQueue, QueueCounts } from '@bowerbird/contract/products/products';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { isChangedSince } from '../history/changed-since.ts';

/**
 * Default minimum margin, in percent: products below it are in the queue of low margins if the price guard sets none.
 */
const lowMarginDefault = 20;

/** Returns the price guard's minimum margin in percent, or the default. */
function lowMargin(ownerId: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select nullif(greatest((content ->> 'marginMin')::numeric, 0), 0) from risk_settings where owner_id = ${ownerId}
  ), ${lowMarginDefault})`;
}

/** Builds the condition that a product is in a queue; for queries on `own_product`. */
export function queueCondition(ownerId: string, queue: ProductQueue): RawBuilder<SqlBool> {
  const listings = sql`select from listing where listing.owner_id = ${ownerId} and listing.product_id = own_product.id`;
  switch (queue) {
    case 'to-edit':
      return sql<SqlBool>`(status <> 'archived' and incomplete)`;
    case 'to-list':
      return sql<SqlBool>`(status <> 'archived' and not incomplete and not exists (${listings} and ${isKnownToStore}))`;
    case 'changed':
      return sql<SqlBool>`exists (${listings} and ${isChangedSince('own_product')})`;
    case 'rejected':
      return sql<SqlBool>`exists (${listings} and listing.state = 'refused')`;
    case 'out-of-stock':
      return sql<SqlBool>`(status <> 'archived' and stock <= 0)`;
    case 'low-margin':
      return sql<SqlBool>`(status <> 'archived' and margin < ${lowMargin(ownerId)})`;
    case 'listed':
      return sql<SqlBool>`exists (${listings} and listing.state = 'listed')`;
  }
}

/** A row of a cancelled run that waits and was never sent is not a listing. */
const isKnownToStore = sql`not (
  listing.state = 'waiting' and listing.open_attempt is null and not listing.taken_down
)`;

/**
 * Returns how many of the owner's products are in each queue, of all platforms or of one. Reads two indexes and no
 * rows.
 */
export async function countQueues(
  db: OwnerDb,
  ownerId: string,
  platform: string | undefined,
): Promise<QueueCounts> {
  const ofPlatform = platform === undefined ? sql`` : sql`and product.platform = ${platform}`;
  const { rows } = await sql<
    Record<'edit' | 'list' | 'changed' | 'rejected' | 'stock' | 'margin' | 'listed' | 'under', number>
  >`
    with place as materialized (
      select listing.product_id, bool_or(${isKnownToStore}) as known, bool_or(listing.state = 'listed') as listed,
        bool_or(listing.state = 'refused') as rejected, bool_or(${isChangedSince('product')}) as changed
      from listing join product on product.id = listing.product_id and product.owner_id = ${ownerId}
      where listing.owner_id = ${ownerId}
      group by listing.product_id
    ), least as materialized (select ${lowMargin(ownerId)} as under)
    select
      count(*) filter (where status <> 'archived' and incomplete)::integer as edit,
      count(*) filter (where status <> 'archived' and not incomplete and place.known is not true)::integer as list,
      count(*) filter (where place.changed)::integer as changed,
      count(*) filter (where place.rejected)::integer as rejected,
      count(*) filter (where status <> 'archived' and stock_order between -2147483647 and 0)::integer as stock,
      count(*) filter (where status <> 'archived' and margin < (select under from least))::integer as margin,
      count(*) filter (where place.listed)::integer as listed,
      (select under from least)::double precision as under
    from product left join place on place.product_id = product.id
    where product.owner_id = ${ownerId} ${ofPlatform}
  `.execute(db);
  const [row] = rows;
  return {
    counts: {
      'to-edit': row?.edit ?? 0,
      'to-list': row?.list ?? 0,
      changed: row?.changed ?? 0,
      rejected: row?.rejected ?? 0,
      'out-of-stock': row?.stock ?? 0,
      'low-margin': row?.margin ?? 0,
      listed: row?.listed ?? 0,
    },
    lowMarginUnder: row?.under ?? lowMarginDefault,
  };
}
