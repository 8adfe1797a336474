import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** Counts the products in each state, by shop. */
export async function countListings(
  db: OwnerDb,
  ownerId: string,
): Promise<Map<string, { listed: number; refused: number; verifying: number }>> {
  const rows = await db
    .selectFrom('listing')
    .select(['shop_id', 'state', (eb) => eb.fn.countAll<string>().as('count')])
    .where('owner_id', '=', ownerId)
    .groupBy(['shop_id', 'state'])
    .execute();
  const counts = new Map<string, { listed: number; refused: number; verifying: number }>();
  for (const { shop_id, state, count } of rows) {
    const shop = counts.get(shop_id) ?? { listed: 0, refused: 0, verifying: 0 };
    const name =
      state === 'listed' ? 'listed' : state === 'refused' || state === 'conflict' ? 'refused' : null;
    if (name) {
      shop[name] += Number(count);
    } else if (state === 'verifying') {
      shop.verifying += Number(count);
    }
    counts.set(shop_id, shop);
  }
  return counts;
}

/** The most images that a store's card shows, and the newest runs of its shop that are searched for them. */
const imagesMax = 6;
const runsMax = 5;

/** Returns images of the products that were listed last and are still listed, by shop. */
export async function findListedImages(db: OwnerDb, ownerId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; urls: string[] }>`
    select shop.id, array(
      select product.image_url from (
        select run_id from listing_store_job as store_job
        where store_job.owner_id = ${ownerId} and store_job.shop_id = shop.id order by run_id desc limit ${runsMax}
      ) as newest cross join lateral (
        select item.listing_id, item.position from listing_item as item
        where item.owner_id = ${ownerId} and item.run_id = newest.run_id and item.shop_id = shop.id
          and item.state = 'listed' and item.listing_id is not null
        order by item.position limit ${imagesMax}
      ) as item
        join listing on listing.id = item.listing_id and listing.state = 'listed'
        join product on product.id = listing.product_id
      where product.image_url is not null
      group by product.id, product.image_url order by max(newest.run_id::text) desc, min(item.position) limit ${imagesMax}
    ) as urls
    from shop where shop.owner_id = ${ownerId}
  `.execute(db);
  return new Map(rows.map(({ id, urls }) => [id, urls]));
}

/** Reports whether a run is under way or rests in the shop of this store. */
export async function isInUse(db: OwnerDb, ownerId: string, storeId: string): Promise<boolean> {
  const found = await db
    .selectFrom('listing_store_job')
    .select('run_id')
    .where('owner_id', '=', ownerId)
    .where('store_id', '=', storeId)
    .where('state', 'not in', ['complete', 'partial', 'failed'])
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Returns runs with a part that rests because of this store. */
export async function findRunsHeldFor(db: OwnerDb, ownerId: string, storeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('listing_store_job')
    .select('run_id')
    .where('owner_id', '=', ownerId)
    .where('store_id', '=', storeId)
    .where('state', '=', 'held')
    .execute();
  return rows.map(({ run_id }) => run_id);
}
