import { AppError } from '@bowerbird/contract/errors';
import type { RunAction } from '@bowerbird/contract/listing/after';
import type { Selection } from '@bowerbird/contract/products/products';
import { hasEnded } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { requireCount, selectProducts, sentCount } from '../../products/list/selection.ts';
import { createRun, findRun, getRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';
import { getStore, type StoreWithShop } from '../../stores/queries.ts';
import type { Action } from '../actions/act.ts';
import { findListingRun, insertListingRun } from '../runs/store-jobs.ts';
import { foresee } from './undo-view.ts';

/** Actions that only hide, show or remove use no listing options. */
const options = { status: 'active', publish: true, again: false } as const;
const pageSize = 1000;

export interface ActionRequest {
  storeIds: readonly string[];
  selection: Selection;
  /** How many products the person saw selected. */
  expected?: number | undefined;
  createdBy: string | null;
}

/** One product in one shop, in a run that does not list. */
export interface Line {
  listingId: string;
  productId: string;
  shopId: string;
  storeId: string;
  title: string;
  revision: number;
}

/**
 * Records a run that delists, relists or removes what is listed of these products in these stores, and wakes its jobs.
 * Returns its id; `selection.empty` where none of them is in any of the stores, `selection.changed` where the number of
 * selected products is not the expected one. A selection by filter needs that number: without it, `request.invalid`.
 */
export async function createActionRun(
  services: Services,
  ownerId: string,
  act: Action,
  request: ActionRequest,
): Promise<string> {
  const stores = await asOwner(services.db, ownerId, async (db) =>
    Promise.all([...new Set(request.storeIds)].map((id) => getStore(db, ownerId, id))),
  );
  requireReady(stores);
  if ('filter' in request.selection) {
    const expected = sentCount(request.expected);
    await asOwner(services.db, ownerId, (db) => requireCount(db, ownerId, request.selection, expected));
  }
  const lines: Line[] = [];
  for await (const ids of selectProducts(services.db, ownerId, request.selection)) {
    lines.push(...(await asOwner(services.db, ownerId, (db) => linesOf(db, ownerId, ids, stores))));
  }
  return await startActionRun(services, ownerId, lines, {
    action: act,
    undoes: null,
    createdBy: request.createdBy,
  });
}

/**
 * Records a run that undoes another. Rejected with `run.wrong-state` for a run that has not ended, listed nothing for
 * real or is already being undone, and with `selection.empty` where nothing is left to undo.
 */
export async function createUndoRun(
  services: Services,
  ownerId: string,
  runId: string,
  createdBy: string | null,
): Promise<string> {
  await asOwner(services.db, ownerId, (db) => requireUndoable(db, ownerId, runId));
  const connected = await asOwner(services.db, ownerId, (db) => connectedStores(db, ownerId));
  const lines: Line[] = [];
  let isAny = false;
  for await (const { facts, judged } of foresee(services.db, ownerId, runId)) {
    const { listingId, productId, shopId, title, revision } = facts;
    const storeId = connected.get(shopId);
    if (storeId !== undefined) {
      isAny ||= judged.undoGroup === 'taken-back';
      lines.push({ listingId, productId, shopId, storeId, title, revision });
    }
  }
  if (!isAny) {
    throw new AppError('selection.empty', `nothing of run ${runId} is to be taken back`);
  }
  return await startActionRun(services, ownerId, lines, { action: 'undo', undoes: runId, createdBy });
}

/**
 * Records a run that removes the leftovers of products that the stores of a run rejected: created by us, and never
 * shown. Returns its id; `selection.empty` where nothing is left, `selection.changed` where the number left is not the
 * expected one.
 */
export async function createUnfinishedRun(
  services: Services,
  ownerId: string,
  runId: string,
  { expected, createdBy }: { expected: number; createdBy: string | null },
): Promise<string> {
  const { connected, rows } = await asOwner(services.db, ownerId, async (db) => {
    await getRun(db, ownerId, runId);
    return { connected: await connectedStores(db, ownerId), rows: await unfinishedOf(db, ownerId, runId) };
  });
  const lines = rows.flatMap((row): Line[] => {
    const storeId = connected.get(row.shop_id);
    return storeId === undefined
      ? []
      : [
          {
            listingId: row.id,
            productId: row.product_id,
            shopId: row.shop_id,
            storeId,
            title: row.title ?? '',
            revision: row.wanted_revision,
          },
        ];
  });
  if (lines.length !== expected && lines.length > 0) {
    throw new AppError('selection.changed', `${lines.length} are left`, {
      params: { expected, count: lines.length },
    });
  }
  return await startActionRun(services, ownerId, lines, { action: 'remove', undoes: null, createdBy });
}

/**
 * Returns what the certificate counts as unfinished (`audit/compare-store.ts`), as far as the ledger is bound to it.
 */
async function unfinishedOf(db: OwnerDb, ownerId: string, runId: string) {
  return await db
    .selectFrom('listing')
    .innerJoin('listing_store_job', 'listing_store_job.shop_id', 'listing.shop_id')
    .leftJoin('product', 'product.id', 'listing.product_id')
    .select([
      'listing.id',
      'listing.product_id',
      'listing.shop_id',
      'listing.wanted_revision',
      'product.title',
    ])
    .where('listing.owner_id', '=', ownerId)
    .where('listing_store_job.owner_id', '=', ownerId)
    .where('listing_store_job.run_id', '=', runId)
    .where('listing.store_product_id', 'is not', null)
    .where('listing.open_attempt', 'is', null)
    .where('listing.created_by_us', '=', true)
    .where('listing.published', '=', false)
    .where('listing.taken_down', '=', false)
    .where('listing.state', '<>', 'gone')
    .where((eb) =>
      eb.or([eb('listing.state', 'in', ['refused', 'conflict']), eb('listing.sent_hash', 'is', null)]),
    )
    .orderBy('listing.id')
    .execute();
}

/** Returns the current connection of each shop: the run's own may have been removed, and another created. */
async function connectedStores(db: OwnerDb, ownerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('store')
    .select(['id', 'shop_id'])
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, shop_id }) => [shop_id, id]));
}

async function requireUndoable(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  const run = await getRun(db, ownerId, runId);
  const listing = await findListingRun(db, ownerId, runId);
  if (!listing) {
    throw new AppError('not-found', `listing run ${runId}`);
  }
  const other = await db
    .selectFrom('listing_run')
    .innerJoin('run', 'run.id', 'listing_run.run_id')
    .select(['run.id', 'run.state'])
    .where('listing_run.owner_id', '=', ownerId)
    .where('listing_run.undoes', '=', runId)
    .execute();
  const isBeing = other.some((each) => !hasEnded(each));
  if (!hasEnded(run) || listing.dry || listing.action !== 'list' || isBeing) {
    throw new AppError('run.wrong-state', `run ${runId} cannot be taken back now`);
  }
}

function requireReady(stores: readonly StoreWithShop[]): void {
  for (const { store } of stores) {
    if (store.state === 'lost') {
      throw new AppError('store.access-denied', `store ${store.id} is lost`, {
        params: { store: store.name },
      });
    }
  }
}

/** Returns what of these products is, or was, in these stores. */
async function linesOf(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
  stores: readonly StoreWithShop[],
): Promise<Line[]> {
  const rows = await db
    .selectFrom('listing')
    .innerJoin('product', 'product.id', 'listing.product_id')
    .select(['listing.id', 'listing.product_id', 'listing.shop_id', 'product.title', 'product.revision'])
    .where('listing.owner_id', '=', ownerId)
    .where('listing.store_product_id', 'is not', null)
    .where(sql<boolean>`listing.shop_id = any(${stores.map(({ shop }) => shop.id)}::uuid[])`)
    .where(sql<boolean>`listing.product_id = any(${ids}::uuid[])`)
    .orderBy('listing.product_id')
    .execute();
  return rows.map((row) => ({
    listingId: row.id,
    productId: row.product_id,
    shopId: row.shop_id,
    storeId: stores.find(({ shop }) => shop.id === row.shop_id)?.store.id ?? '',
    title: row.title,
    revision: row.revision,
  }));
}

/** Records a run of these products, and wakes its jobs. Throws `selection.empty` for none. */
export async function startActionRun(
  services: Services,
  ownerId: string,
  lines: readonly Line[],
  request: {
    action: RunAction;
    undoes: string | null;
    createdBy: string | null;
    /** Runs whose certificates are written again at its end. */
    certifies?: readonly string[];
  },
): Promise<string> {
  if (lines.length === 0) {
    throw new AppError('selection.empty', 'none of these is in any of these stores');
  }
  const places = [...new Map(lines.map(({ shopId, storeId }) => [shopId, { shopId, storeId }])).values()];
  const runId = await asOwner(services.db, ownerId, async (db) => {
    const stores = await Promise.all(places.map(({ storeId }) => getStore(db, ownerId, storeId)));
    const id = await createRun(db, ownerId, {
      kind: 'listing',
      title: stores.map(({ store }) => store.name).join(', '),
      request: {
        shopIds: places.map(({ shopId }) => shopId),
        storeIds: places.map(({ storeId }) => storeId),
        act: request.action,
        ...(request.certifies && { certifies: [...request.certifies] }),
      },
      createdBy: request.createdBy,
      total: lines.length,
    });
    await insertListingRun(db, ownerId, id, { options, dry: false, places });
    await db
      .updateTable('listing_run')
      .set({ action: request.action, undoes: request.undoes })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', id)
      .execute();
    await insertLines(db, ownerId, id, lines);
    return id;
  });
  const run = await asOwner(services.db, ownerId, (db) => findRun(db, ownerId, runId));
  if (run) {
    await services.jobs.wake(run);
  }
  return runId;
}

async function insertLines(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  lines: readonly Line[],
): Promise<void> {
  // Each shop numbers its own items, so that a store job processes its products in the order in which they were listed.
  const next = new Map<string, number>();
  const rows = lines.map(({ listingId, productId, shopId, storeId, title, revision }) => {
    const position = next.get(shopId) ?? 0;
    next.set(shopId, position + 1);
    return {
      id: v7(),
      run_id: runId,
      owner_id: ownerId,
      shop_id: shopId,
      store_id: storeId,
      product_id: productId,
      listing_id: listingId,
      position,
      title,
      revision,
      field: null,
    };
  });
  for (let start = 0; start < rows.length; start += pageSize) {
    await db
      .insertInto('listing_item')
      .values(rows.slice(start, start + pageSize))
      .execute();
  }
}
