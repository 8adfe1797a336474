import { AppError } from '@bowerbird/contract/errors';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { ExpectedListing } from '@bowerbird/contract/listing/prices';
import type { Selection } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import { requireActive, requireRoom } from '../../billing/quotas.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { whereSelected } from '../../products/list/filter.ts';
import { countSelection } from '../../products/list/selection.ts';
import { createRun, findRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';
import { getStore, type StoreWithShop } from '../../stores/queries.ts';
import { insertPreparation, type NewPreparation } from './preparation.ts';
import { chunkSize, writeChunk } from './prepare.ts';
import { beginMark, selectionChanged } from './selection-mark.ts';
import { countRest } from './source-page.ts';
import { findListingRun, insertListingRun } from './store-jobs.ts';

export interface RunRequest {
  storeIds: readonly string[];
  selection: Selection;
  options: ListingOptions;
  dryRun: boolean;
  createdBy: string | null;
  /** What a person saw: nothing else is listed. */
  expected?: ExpectedListing;
}

/**
 * Records a listing run, one store job for each store, and wakes its jobs. Returns the run's id. Up to a thousand
 * products are written at once; more are written by the job before it lists any, so that the response does not wait for
 * them. Throws `selection.empty`, `owner.frozen`, `quota.exceeded` where something would be new in a store and the plan
 * has no room for one more, and, where the products are not the expected ones, `selection.changed` or
 * `listing.changed-since-check`; with more than a thousand products the last of these ends the run instead. `writeWith`
 * writes what belongs to the run, in the same transaction.
 */
export async function createListingRun(
  services: Services,
  ownerId: string,
  request: RunRequest,
  writeWith: (db: OwnerDb, runId: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const { expected, selection } = request;
  const runId = await asOwner(services.db, ownerId, async (db) => {
    const count = await countSelection(db, ownerId, selection);
    if (count === 0) {
      throw new AppError('selection.empty', 'no product to list');
    }
    const stores = await Promise.all([...new Set(request.storeIds)].map((id) => getStore(db, ownerId, id)));
    const mark = expected && (await beginMark(db, ownerId, stores, request.options));
    if (expected && count !== expected.products) {
      throw selectionChanged(expected.products, count);
    }
    refuseUnready(stores);
    const places = placesOf(stores);
    await requireActive(db, ownerId);
    if (!request.dryRun) {
      await requireRoom(db, ownerId, 'listed-per-month').catch(async (thrown: unknown) => {
        if (await anyIsNew(db, ownerId, places, selection, count)) {
          throw thrown;
        }
      });
    }
    return await insertRun(db, ownerId, stores, {
      options: request.options,
      dry: request.dryRun,
      createdBy: request.createdBy,
      source: { kind: 'selection', selection },
      totals: Object.fromEntries(places.map(({ shopId }) => [shopId, count])),
      seen: expected && mark ? { expected, mark: mark.text() } : null,
      writeWith,
    });
  });
  await wake(services, ownerId, runId);
  return runId;
}

interface NewListingRun extends NewPreparation {
  options: ListingOptions;
  dry: boolean;
  createdBy: string | null;
  writeWith?: (db: OwnerDb, runId: string) => Promise<void>;
}

/** Writes a run with its store jobs, and with its items where there are few. */
async function insertRun(
  db: OwnerDb,
  ownerId: string,
  stores: readonly StoreWithShop[],
  { options, dry, createdBy, writeWith, ...preparation }: NewListingRun,
): Promise<string> {
  const places = placesOf(stores);
  const counts = Object.values(preparation.totals);
  const id = await createRun(db, ownerId, {
    kind: 'listing',
    title: stores.map(({ store }) => store.name).join(', '),
    request: { shopIds: places.map(({ shopId }) => shopId), storeIds: places.map(({ storeId }) => storeId) },
    createdBy,
    total: counts.reduce((sum, count) => sum + count, 0),
  });
  await writeWith?.(db, id);
  await insertListingRun(db, ownerId, id, { options, dry, places });
  await insertPreparation(db, ownerId, id, preparation);
  if (Math.max(...counts) < chunkSize) {
    await writeChunk(db, ownerId, id, { atOnce: true });
  }
  return id;
}

function placesOf(stores: readonly StoreWithShop[]): { shopId: string; storeId: string }[] {
  return stores.map(({ store, shop }) => ({ shopId: shop.id, storeId: store.id }));
}

async function wake(services: Services, ownerId: string, runId: string): Promise<void> {
  const run = await asOwner(services.db, ownerId, (db) => findRun(db, ownerId, runId));
  if (run) {
    await services.jobs.wake(run);
  }
}

/** Reports whether any of the selected products has never been in one of these stores. */
async function anyIsNew(
  db: OwnerDb,
  ownerId: string,
  places: readonly { shopId: string }[],
  selection: Selection,
  count: number,
): Promise<boolean> {
  const { known } = await db
    .selectFrom('listing')
    .select(sql<number>`count(*)::integer`.as('known'))
    .where('owner_id', '=', ownerId)
    .where('store_product_id', 'is not', null)
    .where(sql<boolean>`shop_id = any(${places.map(({ shopId }) => shopId)}::uuid[])`)
    .where('product_id', 'in', (eb) =>
      eb.selectFrom('own_product').select('own_product.id').where(whereSelected(ownerId, selection)),
    )
    .executeTakeFirstOrThrow();
  return known < count * places.length;
}

/** Throws for a store that nothing can be listed to now: its access is lost, or permissions are missing. */
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

/** Starts a new run to the same stores with what a run left rejected or open. */
export async function retryListingRun(
  services: Services,
  ownerId: string,
  runId: string,
  createdBy: string | null,
): Promise<string> {
  const newId = await asOwner(services.db, ownerId, async (db) => {
    const run = await findListingRun(db, ownerId, runId);
    if (!run) {
      throw new AppError('not-found', `listing run ${runId}`);
    }
    if (run.action !== 'list') {
      throw new AppError('run.wrong-state', `run ${runId} did not list`);
    }
    const left = await countRest(db, ownerId, runId);
    if (left.size === 0) {
      throw new AppError('selection.empty', 'nothing was refused or left open');
    }
    const stores = await Promise.all([...left.values()].map(({ storeId }) => getStore(db, ownerId, storeId)));
    refuseUnready(stores);
    await requireActive(db, ownerId);
    // Items were released for that run alone.
    const { released: _released, ...options } = run.options;
    return await insertRun(db, ownerId, stores, {
      options,
      dry: run.dry,
      createdBy,
      source: { kind: 'rest', runId },
      totals: Object.fromEntries([...left].map(([shopId, { count }]) => [shopId, count])),
      seen: null,
    });
  });
  await wake(services, ownerId, newId);
  return newId;
}
