import type {
  DriftKind,
  ListingFacets,
  ListingPlace,
  ListingStateRow,
  PlaceState,
} from '@bowerbird/contract/listing/states';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { productTextConditions } from '../products/list/search-conditions.ts';
import { findStores, type StoreWithShop } from '../stores/queries.ts';
import { type PlaceRow, places } from './places.ts';

export interface StatesRequest {
  storeId?: string | undefined;
  state?: PlaceState | undefined;
  reason?: string | undefined;
  text?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Returns products by their ids, newest first; the cursor is the last one's id. */
export async function listStates(db: OwnerDb, ownerId: string, request: StatesRequest) {
  const stores = await findStores(db, ownerId);
  const shopIds = stores
    .filter(({ store }) => request.storeId === undefined || store.id === request.storeId)
    .map(({ shop }) => shop.id);
  const wanted = sql`
    from ${places(ownerId, shopIds)} as place
    where ${sql.join(conditionsOf(ownerId, request), sql` and `)}
  `;
  const { rows } = await sql<{ product_id: string }>`
    select distinct place.product_id ${wanted}
      ${request.cursor === undefined ? sql`` : sql`and place.product_id < ${request.cursor}::uuid`}
    order by place.product_id desc limit ${request.limit}
  `.execute(db);
  const counted = await sql<{ count: number }>`
    select count(distinct place.product_id)::integer as count ${wanted}
  `.execute(db);
  const ids = rows.map(({ product_id }) => product_id);
  return {
    items: await rowsOf(db, ownerId, ids, stores),
    total: counted.rows[0]?.count ?? 0,
    totalIsEstimate: false,
    nextCursor: ids.length === request.limit ? (ids.at(-1) ?? null) : null,
  };
}

function conditionsOf(ownerId: string, { state, reason, text }: StatesRequest): RawBuilder<SqlBool>[] {
  return [
    // A deleted product has no row to show.
    sql<SqlBool>`exists (select from product where product.id = place.product_id and product.owner_id = ${ownerId})`,
    ...(state === undefined ? [] : [sql<SqlBool>`place.state = ${state}`]),
    ...(reason === undefined ? [] : [sql<SqlBool>`place.fault ->> 'code' = ${reason}`]),
    ...productTextConditions(ownerId, sql`place.product_id`, text ?? ''),
  ];
}

async function rowsOf(
  db: OwnerDb,
  ownerId: string,
  ids: string[],
  stores: readonly StoreWithShop[],
): Promise<ListingStateRow[]> {
  if (ids.length === 0) {
    return [];
  }
  const byShop = new Map(stores.map(({ store, shop }) => [shop.id, store.id]));
  const { rows } = await sql<PlaceRow>`
    select * from ${places(ownerId, [...byShop.keys()], ids)} as place
  `.execute(db);
  const products = await db
    .selectFrom('product')
    .select(['id', 'title', 'image_url', 'sku', 'variant_count'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const found = new Map(products.map((product) => [product.id, product]));
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id);
  return ids.flatMap((id) => {
    const product = found.get(id);
    return product
      ? [
          {
            productId: id,
            title: product.title,
            imageUrl: product.image_url,
            sku: product.sku,
            variantCount: product.variant_count,
            places: (byProduct.get(id) ?? []).map((row) => placeOf(row, byShop.get(row.shop_id) ?? '')),
          },
        ]
      : [];
  });
}

function placeOf(row: PlaceRow, storeId: string): ListingPlace {
  return {
    storeId,
    listingId: row.listing_id,
    state: row.state,
    fault: row.fault,
    field: row.field,
    at: row.at?.toISOString() ?? null,
    kinds: row.state === 'drift' ? (row.kinds as DriftKind[]) : [],
    storeProductId: row.store_product_id,
    storeAddress: row.address,
  };
}

const reasonsMax = 50;

/**
 * Returns how many of the owner's products are in each state in each store, and why those that are not there are
 * missing.
 */
export async function findFacets(db: OwnerDb, ownerId: string): Promise<ListingFacets> {
  const stores = await findStores(db, ownerId);
  const shopIds = stores.map(({ shop }) => shop.id);
  const { rows } = await sql<{ shop_id: string; state: PlaceState; count: number }>`
    select place.shop_id, place.state, count(*)::integer as count
    from ${places(ownerId, shopIds)} as place
    join product on product.id = place.product_id and product.owner_id = ${ownerId}
    group by place.shop_id, place.state
  `.execute(db);
  const reasons = await sql<ListingFacets['reasons'][number]>`
    select fault ->> 'code' as code, state, (array_agg(fault -> 'params'))[1] as params, count(*)::integer as count
    from listing
    where owner_id = ${ownerId} and shop_id = any(${shopIds}::uuid[]) and state in ('refused', 'conflict')
      and fault is not null
      and exists (select from product where product.id = listing.product_id and product.owner_id = ${ownerId})
    group by fault ->> 'code', state order by count(*) desc, fault ->> 'code' limit ${reasonsMax}
  `.execute(db);
  return {
    stores: stores.map(({ store, shop }) => ({
      storeId: store.id,
      name: store.name,
      platform: shop.platform,
      states: rows.filter((row) => row.shop_id === shop.id).map(({ state, count }) => ({ state, count })),
    })),
    reasons: reasons.rows,
  };
}
