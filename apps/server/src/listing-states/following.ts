import { AppError } from '@bowerbird/contract/errors';
import type { StoreFollowing } from '@bowerbird/contract/listing/states';
import { type Selectable, sql } from 'kysely';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { StoreFollowingTable } from '../db/tables/listing-states.ts';
import type { Services } from '../services/services.ts';
import { findStores } from '../stores/queries.ts';
import { listerOf } from '../stores/session.ts';
import { type AsBefore, startAsBefore } from './again.ts';
import { passOver } from './differences/pass-over.ts';
import { findBehind, keepNewest, takeFromQueue, tidyQueue } from './followed-changes.ts';

type Row = Selectable<StoreFollowingTable>;

const hourMs = 3_600_000;

/** Returns the owner's stores that follow the sources. */
export async function listFollowing(
  db: OwnerDb,
  services: Pick<Services, 'platforms'>,
  ownerId: string,
): Promise<StoreFollowing[]> {
  const stores = await findStores(db, ownerId);
  const rows = await db.selectFrom('store_following').selectAll().where('owner_id', '=', ownerId).execute();
  return stores.flatMap(({ store, shop }) => {
    const row = rows.find(({ shop_id }) => shop_id === shop.id);
    const { features, writer } = listerOf(services, shop.platform);
    return row
      ? [
          {
            storeId: store.id,
            what: row.what,
            everyHours: row.every_hours,
            setsStock: features.updateSetsStock || writer.amounts !== null,
            nextAt: row.every_hours === 0 ? null : row.next_at.toISOString(),
            lastRunId: row.run_ids.at(-1) ?? null,
            fault: row.fault,
          },
        ]
      : [];
  });
}

/** Makes stores follow the sources from now on, or stop following. What changed before is not sent by it. */
export async function saveFollowing(
  db: OwnerDb,
  ownerId: string,
  storeIds: readonly string[],
  following: { what: 'all' | 'amounts'; everyHours: number } | null,
  { now, userId }: { now: Date; userId: string | null },
): Promise<void> {
  const stores = (await findStores(db, ownerId)).filter(({ store }) => storeIds.includes(store.id));
  if (stores.length < new Set(storeIds).size) {
    throw new AppError('not-found', 'not a store of this owner');
  }
  for (const { shop } of stores) {
    if (following === null) {
      await db
        .deleteFrom('store_following')
        .where('owner_id', '=', ownerId)
        .where('shop_id', '=', shop.id)
        .execute();
      continue;
    }
    const values = {
      what: following.what,
      every_hours: following.everyHours,
      next_at: new Date(now.getTime() + following.everyHours * hourMs),
      fault: null,
      created_by: userId,
    };
    await db
      .insertInto('store_following')
      .values({ shop_id: shop.id, owner_id: ownerId, ...values })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(values))
      .execute();
  }
}

/** The most products that one pass takes up; later passes take up the others. */
const lookMax = 10_000;

/**
 * Lists products of a store again whose followed sources changed since, where the store is due. At most one run of it
 * waits or is under way at a time. What is not listed there, or no longer listed, is never created. Each change is
 * taken up by one run or stays in the queue for the next pass, also where a process dies at any moment and in whatever
 * order changes are committed.
 * @param atMost how many products one pass takes up
 * @returns the runs; several where products were listed with different options
 */
export async function follow(
  services: Services,
  ownerId: string,
  shopId: string,
  { atMost = lookMax }: { atMost?: number } = {},
): Promise<string[]> {
  const now = new Date(services.clock.wall());
  const queue = { ownerId, shopId };
  const due = await asOwner(services.db, ownerId, async (db) => {
    const row = await db
      .selectFrom('store_following')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .where('next_at', '<=', now)
      // A transaction that writes a change refers to this row by foreign key, and must not wait for a pass.
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    const stores = row ? await findStores(db, ownerId) : [];
    if (!row || !stores.some(({ shop }) => shop.id === shopId)) {
      return null;
    }
    await keepNewest(db, queue);
    if (await isUnderWay(db, ownerId, row)) {
      return null;
    }
    await tidyQueue(db, queue);
    const found = await findBehind(db, queue, atMost + 1);
    return { row, found: found.slice(0, atMost), isMore: found.length > atMost };
  });
  if (!due) {
    return [];
  }
  const nextAt = due.isMore ? now : new Date(now.getTime() + due.row.every_hours * hourMs);
  return await start(services, due.row, due.found, nextAt);
}

async function isUnderWay(db: OwnerDb, ownerId: string, { run_ids }: Row): Promise<boolean> {
  const open = await db
    .selectFrom('run')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${run_ids}::uuid[])`)
    .where('state', 'not in', ['complete', 'partial', 'failed', 'cancelled'])
    .limit(1)
    .execute();
  return open.length > 0;
}

/** Another pass took these products up, or the store no longer follows: nothing is written. */
class TakenUp extends Error {
  override readonly name = 'TakenUp';
}

/** What a store or the plan rejects is reported at the rule; the products stay in the queue until it is next due. */
async function start(
  services: Services,
  { owner_id: ownerId, shop_id: shopId, what, run_ids: former, created_by: createdBy }: Row,
  found: readonly AsBefore[],
  nextAt: Date,
): Promise<string[]> {
  const change = (set: { next_at: Date; fault: string | null }) =>
    asOwner(services.db, ownerId, (db) =>
      db
        .updateTable('store_following')
        .set(set)
        .where('owner_id', '=', ownerId)
        .where('shop_id', '=', shopId)
        .execute(),
    );
  const started: string[] = [];
  const takeUp = (productIds: readonly string[]) => async (db: OwnerDb, runId: string) => {
    const runs = [...started, runId];
    // Locked until the run is written: of two passes over the same products, the second finds other runs here.
    const { numUpdatedRows } = await db
      .updateTable('store_following')
      .set({ run_ids: runs })
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .where(sql<boolean>`run_ids = ${started.length === 0 ? former : started}::uuid[]`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || !(await takeFromQueue(db, { ownerId, shopId }, productIds))) {
      throw new TakenUp();
    }
    if (what === 'amounts') {
      await carryPriceAndInventory(db, { ownerId, shopId, runId }, productIds);
    }
    started.push(runId);
  };
  try {
    const runIds = await startAsBefore(services, ownerId, found, {
      again: false,
      byItself: true,
      createdBy,
      writeWith: (_shopId, productIds) => takeUp(productIds),
    });
    await change({ next_at: nextAt, fault: null });
    return runIds;
  } catch (thrown) {
    if (!(thrown instanceof TakenUp)) {
      const { code, params } = AppError.from(thrown);
      await change({ next_at: nextAt, fault: jsonText({ code, params }) });
    }
    return started;
  }
}

/** Makes a run carry only prices and inventory of these products. */
async function carryPriceAndInventory(
  db: OwnerDb,
  { ownerId, shopId, runId }: { ownerId: string; shopId: string; runId: string },
  productIds: readonly string[],
): Promise<void> {
  await db
    .insertInto('listing_narrowing')
    .values({
      run_id: runId,
      shop_id: shopId,
      product_id: null,
      owner_id: ownerId,
      what: 'amounts',
      kept: '{}',
    })
    .execute();
  await passOver(db, ownerId, shopId, productIds);
}
