import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import type { ShopCapabilities, ShopIdentity, Throttle } from '@bowerbird/platforms/listing/store/access';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { ShopTable, StoreTable } from '../db/tables/listing.ts';

export type ShopRow = Selectable<ShopTable>;
export type StoreRow = Selectable<StoreTable>;
export interface StoreWithShop {
  store: StoreRow;
  shop: ShopRow;
}

/** Returns the owner's connected stores, oldest first. */
export async function findStores(db: OwnerDb, ownerId: string): Promise<StoreWithShop[]> {
  const stores = await db
    .selectFrom('store')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return await withShops(db, ownerId, stores);
}

/** Returns one store, also a removed one where `removedToo`. */
export async function getStore(
  db: OwnerDb,
  ownerId: string,
  id: string,
  removedToo = false,
): Promise<StoreWithShop> {
  const stores = await db
    .selectFrom('store')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .$if(!removedToo, (query) => query.where('removed_at', 'is', null))
    .execute();
  const [found] = await withShops(db, ownerId, stores);
  if (!found) {
    throw new AppError('not-found', `store ${id}`);
  }
  return found;
}

async function withShops(db: OwnerDb, ownerId: string, stores: StoreRow[]): Promise<StoreWithShop[]> {
  if (stores.length === 0) {
    return [];
  }
  const shops = await db
    .selectFrom('shop')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...new Set(stores.map(({ shop_id }) => shop_id))])
    .execute();
  const byId = new Map(shops.map((shop) => [shop.id, shop]));
  return stores.flatMap((store) => {
    const shop = byId.get(store.shop_id);
    return shop ? [{ store, shop }] : [];
  });
}

/** Returns the name of the store that is connected to this shop already; undefined when there is none. */
export async function findStoreOfShop(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  identity: string,
): Promise<{ id: string; name: string } | undefined> {
  return await db
    .selectFrom('store')
    .innerJoin('shop', 'shop.id', 'store.shop_id')
    .select(['store.id', 'store.name'])
    .where('store.owner_id', '=', ownerId)
    .where('shop.platform', '=', platform)
    .where('shop.identity', '=', identity)
    .where('store.removed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns what is known of a shop, whether or not a store is connected to it now. */
export async function findShop(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  identity: string,
): Promise<ShopRow | undefined> {
  return await db
    .selectFrom('shop')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('platform', '=', platform)
    .where('identity', '=', identity)
    .executeTakeFirst();
}

/**
 * Saves the shop of this identity with what was learned of it now; creates it when it is new. Its id never changes.
 * Details that were not reported this time stay as they were.
 */
export async function saveShop(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  identity: ShopIdentity,
  capabilities: ShopCapabilities | null,
): Promise<ShopRow> {
  const learned = {
    name: identity.name,
    currency: identity.currency,
    time_zone: identity.timeZone,
    maximum_variants: identity.maximumVariants,
    maximum_options: identity.maximumOptions,
  };
  const reported = capabilities && JSON.stringify(capabilities);
  const shop = await db
    .insertInto('shop')
    .values({
      id: v7(),
      owner_id: ownerId,
      platform,
      identity: identity.identity,
      ...learned,
      capabilities: reported,
    })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'platform', 'identity']).doUpdateSet({
        ...learned,
        ...(capabilities && {
          capabilities: overFormer(capabilities),
          // A probe result that is no longer true counts as never shown.
          ...(!capabilities.uniqueKey && { probed_at: unlessDisproved }),
        }),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('shop_turn')
    .values({ shop_id: shop.id, owner_id: ownerId, token: v7() })
    .onConflict((conflict) => conflict.column('shop_id').doNothing())
    .execute();
  return shop;
}

/** Returns the capabilities with the former details overridden by the new ones. */
function overFormer({ details, ...reported }: ShopCapabilities) {
  return sql<string>`${JSON.stringify(reported)}::jsonb || jsonb_build_object(
    'details', coalesce(shop.capabilities -> 'details', '{}'::jsonb) || ${JSON.stringify(details)}::jsonb)`;
}

const unlessDisproved = sql<Date | null>`case when (shop.capabilities ->> 'uniqueKey')::boolean then null else shop.probed_at end`;

/** Saves what a probe showed. */
export async function saveProbed(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  capabilities: ShopCapabilities,
): Promise<void> {
  await db
    .updateTable('shop')
    .set({ capabilities: overFormer(capabilities), probed_at: capabilities.probedAt })
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .execute();
}

/** Turns draft-first writing to a shop on or off. */
export async function setCareful(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  careful: boolean,
): Promise<void> {
  await db
    .updateTable('shop')
    .set({ careful })
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .execute();
}

export async function insertStore(
  db: OwnerDb,
  ownerId: string,
  store: {
    id: string;
    shopId: string;
    name: string;
    domain: string;
    connection: string;
    credentials: Buffer;
    secretEnding: string | null;
    rights: ShopIdentity['rights'];
    state: StoreRow['state'];
    fault: Fault | null;
    practice: boolean;
  },
): Promise<void> {
  await db
    .insertInto('store')
    .values({
      id: store.id,
      owner_id: ownerId,
      shop_id: store.shopId,
      name: store.name,
      domain: store.domain,
      connection: store.connection,
      credentials: store.credentials,
      secret_ending: store.secretEnding,
      state: store.state,
      fault: store.fault && JSON.stringify(store.fault),
      rights: JSON.stringify(store.rights),
      practice: store.practice,
      checked_at: sql<Date>`now()`,
    })
    .execute();
}

export interface StoreChange {
  name?: string;
  connection?: string;
  credentials?: Buffer;
  secretEnding?: string | null;
  rights?: ShopIdentity['rights'];
  state?: StoreRow['state'];
  fault?: Fault | null;
  checked?: boolean;
}

export async function changeStore(
  db: OwnerDb,
  ownerId: string,
  id: string,
  change: StoreChange,
): Promise<void> {
  const set = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.connection !== undefined && { connection: change.connection }),
    ...(change.credentials !== undefined && {
      credentials: change.credentials,
      renewed: null,
      renewed_until: null,
    }),
    ...(change.secretEnding !== undefined && { secret_ending: change.secretEnding }),
    ...(change.rights !== undefined && { rights: JSON.stringify(change.rights) }),
    ...(change.state !== undefined && { state: change.state }),
    ...(change.fault !== undefined && { fault: change.fault === null ? null : JSON.stringify(change.fault) }),
    ...(change.checked && { checked_at: sql<Date>`now()` }),
  };
  if (Object.keys(set).length > 0) {
    await db.updateTable('store').set(set).where('owner_id', '=', ownerId).where('id', '=', id).execute();
  }
}

/** Saves what the credentials were exchanged for. */
export async function saveRenewed(
  db: OwnerDb,
  ownerId: string,
  id: string,
  renewed: Buffer,
  until: Date,
): Promise<void> {
  await db
    .updateTable('store')
    .set({ renewed, renewed_until: until })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a connection with its credentials; the shop and its ledger stay. */
export async function removeStoreRow(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await db
    .updateTable('store')
    .set({ credentials: null, renewed: null, renewed_until: null, removed_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Saves what the shop reported of its limit, for the stores' page. */
export async function saveThrottle(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  throttle: Throttle & { seenAt: string },
): Promise<void> {
  await db
    .updateTable('shop')
    .set({ throttle: JSON.stringify(throttle) })
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .execute();
}
