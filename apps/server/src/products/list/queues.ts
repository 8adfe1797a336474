import type { ProductQueue, QueueCounts } from '@bowerbird/contract/products/products';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { isChangedSince } from '../history/changed-since.ts';
import { kept } from './kept-counts.ts';
import { orderOf } from './orders.ts';

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
      return sql<SqlBool>`(status <> 'archived' and stock_order <= 0 and stock_order > ${unknown})`;
    case 'low-margin':
      return sql<SqlBool>`(
        status <> 'archived' and ${orderOf.margin.by} > ${unknown}
        and ${orderOf.margin.by} < (select ceil(${lowMargin(ownerId)})::integer)
      )`;
    case 'listed':
      return sql<SqlBool>`exists (${listings} and listing.state = 'listed')`;
  }
}

/** What stands for a number that is not known, in the orders of both. */
const unknown = orderOf.margin.unknown;

/** A row of a cancelled run that waits and was never sent is not a listing. */
const isKnownToStore = sql`not (
  listing.state = 'waiting' and listing.open_attempt is null and not listing.taken_down
)`;

/**
 * Returns how many of the owner's products are in each queue, of all platforms or of one. What is true of a product
 * alone is kept; of stores, the listings and their products are counted.
 */
export async function countQueues(
  db: OwnerDb,
  ownerId: string,
  platform: string | undefined,
): Promise<QueueCounts> {
  const ofPlatform = (column: RawBuilder<unknown>) =>
    platform === undefined ? sql`` : sql`and ${column} = ${platform}`;
  const { rows } = await sql<
    Record<'edit' | 'list' | 'changed' | 'rejected' | 'stock' | 'margin' | 'listed' | 'under', number>
  >`
    with place as materialized (
      select listing.product_id, bool_or(${isKnownToStore}) as known, bool_or(listing.state = 'listed') as listed,
        bool_or(listing.state = 'refused') as rejected, bool_or(${isChangedSince('product')}) as changed,
        bool_and(product.status <> 'archived' and not product.incomplete) as complete
      from listing join product on product.id = listing.product_id and product.owner_id = ${ownerId}
      where listing.owner_id = ${ownerId} ${ofPlatform(sql.ref('product.platform'))}
      group by listing.product_id
    ), least as materialized (select ${lowMargin(ownerId)} as under),
    each as materialized (
      select kind, value, count
      from (${kept(ownerId, ['to-edit', 'complete', 'out-of-stock', 'margin'])}) as kept
      where true ${ofPlatform(sql.ref('platform'))}
    )
    select
      (select coalesce(sum(count), 0)::integer from each where kind = 'to-edit') as edit,
      (select coalesce(sum(count), 0)::integer from each where kind = 'complete')
        - count(*) filter (where complete and known)::integer as list,
      count(*) filter (where changed)::integer as changed,
      count(*) filter (where rejected)::integer as rejected,
      (select coalesce(sum(count), 0)::integer from each where kind = 'out-of-stock') as stock,
      (
        select coalesce(sum(count), 0)::integer from each
        where kind = 'margin' and case when kind = 'margin' then value::integer end < (select under from least)
      ) as margin,
      count(*) filter (where listed)::integer as listed,
      (select under from least)::double precision as under
    from place
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
