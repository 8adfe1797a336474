import { AppError } from '@bowerbird/contract/errors';
import type { ChangedCount, updateChanged as updateRoute } from '@bowerbird/contract/listing/states';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { refuseUnready } from '../listing/runs/create-run.ts';
import { isChangedSince } from '../products/history/changed-since.ts';
import { whereSelected } from '../products/list/filter.ts';
import type { Services } from '../services/services.ts';
import { findStores, type StoreWithShop } from '../stores/queries.ts';
import { listedBefore, startAsBefore } from './again.ts';

interface ChangedRequest {
  selection: Selection;
  storeIds?: string[] | undefined;
}

/** The most listings that one call updates. */
const listingsMax = 200_000;

/** Returns how many of the selected products were changed since they were listed, by store. */
export async function countChanged(
  db: OwnerDb,
  ownerId: string,
  request: ChangedRequest,
): Promise<ChangedCount> {
  const stores = await storesOf(db, ownerId, request);
  const found = await findChanged(db, ownerId, request, stores);
  const byShop = Map.groupBy(found, ({ shop_id }) => shop_id);
  return {
    products: new Set(found.map(({ product_id }) => product_id)).size,
    listings: found.length,
    stores: stores.flatMap(({ store, shop }) => {
      const products = byShop.get(shop.id)?.length ?? 0;
      return products === 0
        ? []
        : [{ storeId: store.id, name: store.name, platform: shop.platform, products }];
    }),
  };
}

/**
 * Starts the runs that update the selected products in the stores where they were changed since. Throws
 * `selection.empty` where nothing is changed, and `selection.changed` where the number of listings is not the expected
 * one.
 */
export async function updateChanged(
  services: Services,
  ownerId: string,
  { expected, ...request }: BodyOf<typeof updateRoute>,
  createdBy: string | null,
): Promise<AnswerOf<typeof updateRoute>> {
  const found = await asOwner(services.db, ownerId, async (db) => {
    const stores = await storesOf(db, ownerId, request);
    const changed = await findChanged(db, ownerId, request, stores);
    if (changed.length === 0) {
      throw new AppError('selection.empty', 'nothing was changed since it was listed');
    }
    if (changed.length !== expected) {
      throw new AppError('selection.changed', `changed ${changed.length}, not ${expected}`, {
        params: { expected, count: changed.length },
      });
    }
    const shopIds = changed.map(({ shop_id }) => shop_id);
    // Checked before anything begins: of several runs, none is started where one cannot be.
    refuseUnready(stores.filter(({ shop }) => shopIds.includes(shop.id)));
    const ids = changed.map(({ id }) => id);
    return await listedBefore(
      db,
      ownerId,
      [...new Set(shopIds)],
      sql<boolean>`listing.id = any(${ids}::uuid[])`,
      listingsMax,
    );
  });
  const runIds = await startAsBefore(services, ownerId, found, { again: false, createdBy });
  const products = new Set(found.map(({ product_id }) => product_id)).size;
  return { runIds, products, listings: found.length };
}

async function storesOf(
  db: OwnerDb,
  ownerId: string,
  { storeIds }: ChangedRequest,
): Promise<StoreWithShop[]> {
  const stores = await findStores(db, ownerId);
  return stores.filter(({ store }) => storeIds === undefined || storeIds.includes(store.id));
}

async function findChanged(
  db: OwnerDb,
  ownerId: string,
  { selection }: ChangedRequest,
  stores: readonly StoreWithShop[],
): Promise<{ id: string; product_id: string; shop_id: string }[]> {
  const shopIds = stores.map(({ shop }) => shop.id);
  const selected = db.selectFrom('own_product').select('id').where(whereSelected(ownerId, selection));
  return await db
    .selectFrom('listing')
    .innerJoin('product', 'product.id', 'listing.product_id')
    .select(['listing.id', 'listing.product_id', 'listing.shop_id'])
    .where('listing.owner_id', '=', ownerId)
    .where('product.owner_id', '=', ownerId)
    .where(sql<boolean>`listing.shop_id = any(${shopIds}::uuid[])`)
    .where(isChangedSince('product'))
    .where('listing.product_id', 'in', selected)
    .limit(listingsMax)
    .execute();
}
