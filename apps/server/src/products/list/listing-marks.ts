import type { ListingMark } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';
import { isChangedSince } from '../history/changed-since.ts';

/**
 * Returns the listing state of these products in each store, by product id. A product that was never listed, or was
 * delisted, is not included.
 */
export async function findListingMarks(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<Map<string, ListingMark[]>> {
  const rows = await db
    .selectFrom('listing')
    .innerJoin('shop', 'shop.id', 'listing.shop_id')
    .innerJoin('product', 'product.id', 'listing.product_id')
    .innerJoin(newestStores(db, ownerId).as('store'), 'store.shop_id', 'listing.shop_id')
    .select([
      'listing.product_id',
      'listing.state',
      'listing.published',
      'listing.taken_down',
      sql<string | null>`(
        select kind from listing_attempt as attempt
        where attempt.listing_id = listing.id and attempt.outcome = 'applied' order by attempt.id desc limit 1
      )`.as('last_action'),
      'listing.fault',
      'listing.address',
      isChangedSince('product').as('changed'),
      'listing.updated_at',
      'shop.platform',
      'store.id as store_id',
      'store.name as store_name',
    ])
    .where('listing.owner_id', '=', ownerId)
    .where('product.owner_id', '=', ownerId)
    .where(sql<boolean>`listing.product_id = any(${productIds}::uuid[])`)
    .where(
      sql<boolean>`not (listing.state = 'waiting' and listing.generation > 1 and listing.open_attempt is null)`,
    )
    .orderBy('store.name')
    .modifyEnd(plannedOnce)
    .execute();
  const marks = new Map<string, ListingMark[]>();
  for (const row of rows) {
    const mark: ListingMark = {
      storeId: row.store_id,
      storeName: row.store_name,
      platform: row.platform,
      state: isDelisted(row) ? 'delisted' : row.changed ? 'changed' : row.state,
      fault: row.fault,
      at: row.updated_at.toISOString(),
      address: row.address,
    };
    marks.set(row.product_id, [...(marks.get(row.product_id) ?? []), mark]);
  }
  return marks;
}

function isDelisted(row: {
  state: string;
  published: boolean;
  taken_down: boolean;
  last_action: string | null;
}) {
  return row.state === 'listed' && (row.taken_down || (!row.published && row.last_action === 'delist'));
}

/** Selects one connection for each shop: active before removed, then the newest. */
function newestStores(db: OwnerDb, ownerId: string) {
  return db
    .selectFrom('store')
    .distinctOn('shop_id')
    .select(['id', 'shop_id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('shop_id')
    .orderBy(sql`removed_at is null`, 'desc')
    .orderBy('created_at', 'desc');
}
