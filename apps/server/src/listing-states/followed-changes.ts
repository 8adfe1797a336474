import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { type AsBefore, listedBefore } from './again.ts';
import { openItems } from './on-its-way.ts';

/** The queue `followed_change` of one store: changes of followed sources that the store has yet to receive. */
export interface FollowedQueue {
  ownerId: string;
  shopId: string;
}

/**
 * Deletes from the queue what no pass will ever take up: changes the store received since by another run, and changes
 * of products that are not in the store. A product on its way into the store stays, as it may be listed with what the
 * source had before.
 */
export async function tidyQueue(db: OwnerDb, { ownerId, shopId }: FollowedQueue): Promise<void> {
  await sql`
    delete from followed_change as change
    where change.owner_id = ${ownerId} and change.shop_id = ${shopId}
      and not exists (
        select from listing
        where listing.owner_id = ${ownerId} and listing.shop_id = ${shopId} and listing.product_id = change.product_id
          and (listing.state in ('intended', 'verifying') or ${isBehind})
      )
      and not exists (
        select from ${openItems} as item
        where item.owner_id = ${ownerId} and item.shop_id = ${shopId} and item.product_id = change.product_id
      )
  `.execute(db);
}

/**
 * Deletes all but the newest change of each product, so that the queue does not grow while the store receives nothing.
 */
export async function keepNewest(db: OwnerDb, { ownerId, shopId }: FollowedQueue): Promise<void> {
  await sql`
    delete from followed_change as older using followed_change as newer
    where older.owner_id = ${ownerId} and older.shop_id = ${shopId}
      and newer.owner_id = ${ownerId} and newer.shop_id = ${shopId}
      and newer.product_id = older.product_id
      and newer.revision > older.revision
  `.execute(db);
}

/** Returns the listings that are behind their followed sources, oldest first up to a limit. */
export async function findBehind(
  db: OwnerDb,
  { ownerId, shopId }: FollowedQueue,
  atMost: number,
): Promise<AsBefore[]> {
  const queued = await db
    .selectFrom('followed_change')
    .select('product_id')
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .limit(1)
    .execute();
  if (queued.length === 0) {
    return [];
  }
  const { rows } = await sql<{ id: string }>`
    select distinct listing.id from followed_change as change
    join listing on listing.owner_id = ${ownerId} and listing.shop_id = ${shopId}
      and listing.product_id = change.product_id
    where change.owner_id = ${ownerId} and change.shop_id = ${shopId} and ${isBehind}
    order by listing.id limit ${atMost}
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  return ids.length === 0
    ? []
    : await listedBefore(db, ownerId, [shopId], sql<boolean>`listing.id = any(${ids}::uuid[])`, atMost);
}

/**
 * Takes these products out of the queue, in the transaction of the run that lists them, so that both are written or
 * neither. Returns whether all of them were still there. A change that is committed later stays in the queue; one that
 * was committed before is what the run's workers read.
 */
export async function takeFromQueue(
  db: OwnerDb,
  { ownerId, shopId }: FollowedQueue,
  productIds: readonly string[],
): Promise<boolean> {
  const taken = await db
    .deleteFrom('followed_change')
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where(sql<boolean>`product_id = any(${productIds}::uuid[])`)
    .returning('product_id')
    .execute();
  return new Set(taken.map(({ product_id }) => product_id)).size === new Set(productIds).size;
}

const isBehind = sql<boolean>`(
  listing.state = 'listed' and listing.store_product_id is not null
  and change.revision > coalesce(listing.listed_revision, 0)
)`;
