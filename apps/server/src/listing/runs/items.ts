import { type ItemState, itemStates } from '@bowerbird/contract/listing/listing';
import type { Fault } from '@bowerbird/contract/runs';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingItemTable } from '../../db/tables/listing.ts';
import { causeOf } from './rejection-cause.ts';

export type ItemRow = Selectable<ListingItemTable>;

/** States that an item of a run does not leave by itself. */
const endedItems = ['listed', 'refused', 'conflict', 'gone', 'cancelled', 'done'] as const;

export interface NewItem {
  productId: string;
  title: string;
  revision: number;
  position: number;
}

export async function insertItems(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  place: { shopId: string; storeId: string },
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) {
    return;
  }
  await db
    .insertInto('listing_item')
    .values(
      items.map((item) => ({
        id: v7(),
        run_id: runId,
        owner_id: ownerId,
        shop_id: place.shopId,
        store_id: place.storeId,
        product_id: item.productId,
        listing_id: null,
        position: item.position,
        title: item.title,
        revision: item.revision,
        field: null,
      })),
    )
    .execute();
}

/** Returns the next items of a store job that are not decided yet, in order. */
export async function openItems(
  db: OwnerDb,
  ownerId: string,
  storeJob: { runId: string; shopId: string },
  after: number,
  limit: number,
): Promise<ItemRow[]> {
  return await db
    .selectFrom('listing_item')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', storeJob.runId)
    .where('shop_id', '=', storeJob.shopId)
    .where('state', 'not in', endedItems)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Returns which of these items are not decided yet. */
export async function stillOpen(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('listing_item')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('state', 'not in', endedItems)
    .execute();
  return new Set(found.map(({ id }) => id));
}

export interface ItemChange {
  state: ItemState;
  listingId?: string;
  revision?: number;
  fault?: Fault | null;
  field?: string | null;
  notes?: StoreFault[];
  /** The store itself answered a write of it. */
  answered?: boolean;
}

/** Returns a change of an item as columns; the former reason is cleared with the former state. */
export function itemColumns({ state, fault = null, field = null, ...change }: ItemChange) {
  return {
    state,
    fault,
    field,
    cause: state === 'refused' && fault !== null ? causeOf({ fault, field }) : null,
    ...(change.answered !== undefined && { answered: change.answered }),
    ...(change.listingId !== undefined && { listing_id: change.listingId }),
    ...(change.revision !== undefined && { revision: change.revision }),
    ...(change.notes !== undefined && { notes: change.notes }),
  };
}

/**
 * Changes an item that has not ended. One that has stays as it is: a worker that was stopped meanwhile knows nothing newer
 * of it.
 */
export async function writeItem(db: OwnerDb, ownerId: string, id: string, change: ItemChange): Promise<void> {
  const { fault, notes, ...columns } = itemColumns(change);
  await db
    .updateTable('listing_item')
    .set({
      ...columns,
      fault: fault === null ? null : JSON.stringify(fault),
      ...(notes !== undefined && { notes: JSON.stringify(notes) }),
      at: sql<Date>`now()`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', 'not in', endedItems)
    .execute();
}

/** Adds notes to an item, after its earlier notes. */
export async function addNotes(
  db: OwnerDb,
  ownerId: string,
  id: string,
  notes: readonly StoreFault[],
): Promise<void> {
  await db
    .updateTable('listing_item')
    .set({ notes: sql`coalesce(notes, '[]'::jsonb) || ${JSON.stringify(notes)}::jsonb` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

export type ItemCounts = Record<ItemState, number>;

export function noItems(): ItemCounts {
  return Object.fromEntries(itemStates.map((state) => [state, 0])) as ItemCounts;
}

/** Returns how many items of a run are in each state, by shop. */
export async function countItems(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<Map<string, ItemCounts>> {
  const rows = await db
    .selectFrom('listing_item')
    .select(['shop_id', 'state', (eb) => eb.fn.countAll<string>().as('count')])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .groupBy(['shop_id', 'state'])
    .execute();
  const counts = new Map<string, ItemCounts>();
  for (const { shop_id, state, count } of rows) {
    const shop = counts.get(shop_id) ?? noItems();
    shop[state] += Number(count);
    counts.set(shop_id, shop);
  }
  return counts;
}

export function addCounts(all: Iterable<ItemCounts>): ItemCounts {
  const sum = noItems();
  for (const counts of all) {
    for (const state of itemStates) {
      sum[state] += counts[state];
    }
  }
  return sum;
}

/** Returns the progress of a run; what was cancelled before its turn does not count as done. */
export function doneOf(counts: ItemCounts): { done: number; failed: number; total: number } {
  const failed = counts.refused + counts.conflict + counts.gone;
  const done = counts.listed + counts.done + failed;
  return { done, failed, total: itemStates.reduce((sum, state) => sum + counts[state], 0) };
}

/** Cancels what was not sent in a cancelled run; what is on its way keeps its state. */
export async function cancelWaiting(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  shopId: string,
): Promise<void> {
  await db
    .updateTable('listing_item')
    .set({ state: 'cancelled', at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('shop_id', '=', shopId)
    .where('state', '=', 'waiting')
    .execute();
}
