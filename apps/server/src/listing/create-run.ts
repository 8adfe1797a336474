import { AppError } from '@bowerbird/contract/errors';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { ExpectedListing } from '@bowerbird/contract/listing-prices';
import type { Selection } from '@bowerbird/contract/products';
import { sql } from 'kysely';
import { requireActive, requireRoom } from '../billing/quotas.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { selectProducts } from '../products/selection.ts';
import { createRun, findRun } from '../runs/runs.ts';
import type { Services } from '../services.ts';
import { getStore, type StoreWithShop } from '../stores/queries.ts';
import { insertItems, type NewItem } from './items.ts';
import { insertListingRun } from './lanes.ts';
import { beginMark, requireExpected } from './prices/selection-mark.ts';

export interface RunAsk {
  storeIds: readonly string[];
  selection: Selection;
  options: ListingOptions;
  dryRun: boolean;
  createdBy: string | null;
  /** What a person saw: nothing else is listed. */
  expected?: ExpectedListing;
}

/**
 * Writes a listing run down, one lane for each store, and wakes its jobs. Answers the run's id. Refused to a frozen
 * merchant, and where something would be new in a store and the plan has no room for one more (`quota.exceeded`). What
 * belongs to the run is written with it, or neither.
 */
export async function createListingRun(
  services: Services,
  ownerId: string,
  ask: RunAsk,
  writeWith: (db: OwnerDb, runId: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const pages: NewItem[][] = [];
  let position = 0;
  const { expected } = ask;
  const mark = expected && (await asOwner(services.db, ownerId, (db) => markOf(db, ownerId, ask)));
  for await (const ids of selectProducts(services.db, ownerId, ask.selection)) {
    const found = await asOwner(services.db, ownerId, async (db) => {
      await mark?.add(db, ids);
      return await titlesOf(db, ownerId, ids);
    });
    pages.push(found.map((each) => ({ ...each, position: position++ })));
  }
  if (position === 0) {
    throw new AppError('selection.empty', 'no product to list');
  }
  if (expected && mark) {
    requireExpected(expected, { products: position, mark });
  }
  const runId = await asOwner(services.db, ownerId, async (db) => {
    const stores = await Promise.all([...new Set(ask.storeIds)].map((id) => getStore(db, ownerId, id)));
    refuseUnready(stores);
    const places = stores.map(({ store, shop }) => ({ shopId: shop.id, storeId: store.id }));
    await requireActive(db, ownerId);
    if (!ask.dryRun) {
      await requireRoom(db, ownerId, 'listed-per-month').catch(async (thrown: unknown) => {
        if (await anyIsNew(db, ownerId, places, pages.flat())) {
          throw thrown;
        }
      });
    }
    const id = await createRun(db, ownerId, {
      kind: 'listing',
      title: stores.map(({ store }) => store.name).join(', '),
      ask: { shopIds: places.map(({ shopId }) => shopId), storeIds: places.map(({ storeId }) => storeId) },
      createdBy: ask.createdBy,
      total: position * places.length,
    });
    await writeWith(db, id);
    await insertListingRun(db, ownerId, id, { options: ask.options, dry: ask.dryRun, places });
    for (const place of places) {
      for (const page of pages) {
        await insertItems(db, ownerId, id, place, page);
      }
    }
    return id;
  });
  const run = await asOwner(services.db, ownerId, (db) => findRun(db, ownerId, runId));
  if (run) {
    await services.jobs.wake(run);
  }
  return runId;
}

async function markOf(db: OwnerDb, ownerId: string, { storeIds, options }: RunAsk) {
  const stores = await Promise.all([...new Set(storeIds)].map((id) => getStore(db, ownerId, id)));
  return await beginMark(db, ownerId, stores, options);
}

/** Whether one of these has never been in one of these stores. */
async function anyIsNew(
  db: OwnerDb,
  ownerId: string,
  places: readonly { shopId: string }[],
  items: readonly NewItem[],
): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known from listing
    where owner_id = ${ownerId} and store_product_id is not null
      and shop_id = any(${places.map(({ shopId }) => shopId)}::uuid[])
      and product_id = any(${items.map(({ productId }) => productId)}::uuid[])
  `.execute(db);
  return (rows[0]?.known ?? 0) < items.length * places.length;
}

/** Throws for a store that nothing can be listed to now: its access is lost, or rights are missing. */
export function refuseUnready(stores: readonly StoreWithShop[]): void {
  for (const { store } of stores) {
    if (store.state === 'lost') {
      throw new AppError('store.access-denied', `store ${store.id} is lost`, {
        params: { store: store.name },
      });
    }
    if (store.state === 'rights-missing') {
      throw new AppError('store.scope-missing', `store ${store.id} lacks rights`, {
        params: store.fault?.params ?? {},
      });
    }
  }
}

async function titlesOf(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<{ productId: string; title: string; revision: number }[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'title', 'revision'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, title, revision }) => ({ productId: id, title, revision }));
}

/** What a run left refused or open, as a new run to the same stores. */
export async function retryListingRun(
  services: Services,
  ownerId: string,
  runId: string,
  createdBy: string | null,
): Promise<string> {
  const left = await asOwner(services.db, ownerId, async (db) => {
    const run = await db
      .selectFrom('listing_run')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .executeTakeFirst();
    if (!run) {
      throw new AppError('not-found', `listing run ${runId}`);
    }
    if (run.action !== 'list') {
      throw new AppError('run.wrong-state', `run ${runId} did not list`);
    }
    const items = await db
      .selectFrom('listing_item')
      .select(['product_id', 'shop_id', 'store_id', 'title', 'revision'])
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .where('state', 'not in', ['listed', 'gone', 'done'])
      .orderBy('position')
      .execute();
    return { run, items };
  });
  if (left.items.length === 0) {
    throw new AppError('selection.empty', 'nothing was refused or left open');
  }
  const byStore = Map.groupBy(left.items, ({ store_id }) => store_id);
  const newId = await asOwner(services.db, ownerId, async (db) => {
    const stores = await Promise.all([...byStore.keys()].map((id) => getStore(db, ownerId, id)));
    refuseUnready(stores);
    const places = stores.map(({ store, shop }) => ({ shopId: shop.id, storeId: store.id }));
    await requireActive(db, ownerId);
    const id = await createRun(db, ownerId, {
      kind: 'listing',
      title: stores.map(({ store }) => store.name).join(', '),
      ask: { shopIds: places.map(({ shopId }) => shopId), storeIds: places.map(({ storeId }) => storeId) },
      createdBy,
      total: left.items.length,
    });
    // What was let through was so for that run alone.
    const { released: _released, ...options } = left.run.options;
    await insertListingRun(db, ownerId, id, { options, dry: left.run.dry, places });
    for (const place of places) {
      const items = (byStore.get(place.storeId) ?? []).map((item, position) => ({
        productId: item.product_id,
        title: item.title,
        revision: item.revision,
        position,
      }));
      for (let start = 0; start < items.length; start += 1000) {
        await insertItems(db, ownerId, id, place, items.slice(start, start + 1000));
      }
    }
    return id;
  });
  const run = await asOwner(services.db, ownerId, (db) => findRun(db, ownerId, newId));
  if (run) {
    await services.jobs.wake(run);
  }
  return newId;
}
