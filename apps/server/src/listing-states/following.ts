import { AppError } from '@bowerbird/contract/errors';
import type { StoreFollowing } from '@bowerbird/contract/listing-states';
import { type Selectable, sql } from 'kysely';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { StoreFollowingTable } from '../db/tables/listing-states.ts';
import type { Services } from '../services.ts';
import { findStores } from '../stores/queries.ts';
import { listerOf } from '../stores/session.ts';
import { type AsBefore, listedBefore, startAsBefore } from './again.ts';
import { passOver } from './pass-over.ts';

type Row = Selectable<StoreFollowingTable>;

const hourMs = 3_600_000;
/** What was written while the last look was under way may only be seen by the next one. */
const overlapMs = 120_000;

/** The owner's stores that follow the sources. */
export async function listFollowing(
  db: OwnerDb,
  services: Pick<Services, 'platforms'>,
  ownerId: string,
): Promise<StoreFollowing[]> {
  const stores = await findStores(db, ownerId);
  const rows = await db.selectFrom('store_following').selectAll().where('owner_id', '=', ownerId).execute();
  return stores.flatMap(({ store, shop }) => {
    const row = rows.find(({ shop_id }) => shop_id === shop.id);
    const { reading, amounts } = listerOf(services, shop.platform);
    return row
      ? [
          {
            storeId: store.id,
            what: row.what,
            everyHours: row.every_hours,
            setsStock: reading?.updateSetsStock === true || amounts !== undefined,
            nextAt: row.every_hours === 0 ? null : row.next_at.toISOString(),
            lastRunId: row.run_ids.at(-1) ?? null,
            fault: row.fault,
          },
        ]
      : [];
  });
}

/** Lets stores follow the sources from now on, or no longer. What changed before is not sent by it. */
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
      .values({ shop_id: shop.id, owner_id: ownerId, looked_until: now, ...values })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(values))
      .execute();
  }
}

/**
 * Lists products of a store again whose followed sources changed since it was looked at last, where its time has come. At most one
 * run of it waits or goes at a time. What is not listed there, or not any more, is never made.
 */
export async function follow(services: Services, ownerId: string, shopId: string): Promise<string[]> {
  const now = new Date(services.clock.wall());
  const due = await asOwner(services.db, ownerId, async (db) => {
    const row = await db
      .selectFrom('store_following')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .where('next_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row || (await isUnderWay(db, ownerId, row))) {
      return null;
    }
    const found = await findChanged(db, ownerId, row);
    await db
      .updateTable('store_following')
      .set({ looked_until: now, next_at: new Date(now.getTime() + row.every_hours * hourMs), fault: null })
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .execute();
    return { row, found };
  });
  if (!due || due.found.length === 0) {
    return [];
  }
  return await start(services, ownerId, due.row, due.found);
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

async function findChanged(db: OwnerDb, ownerId: string, row: Row): Promise<AsBefore[]> {
  const since = new Date(row.looked_until.getTime() - overlapMs);
  const amounts =
    row.what === 'amounts'
      ? sql`and (fields @> '[{"field":"variants"}]' or fields @> '[{"field":"currency"}]')`
      : sql``;
  return await listedBefore(
    db,
    ownerId,
    [row.shop_id],
    sql<boolean>`listing.state = 'listed' and listing.store_product_id is not null
      and exists (
        select from product_change join edit_set on edit_set.id = product_change.edit_set_id
        where product_change.owner_id = ${ownerId} and product_change.product_id = listing.product_id
          and edit_set.kind = 'followed' and product_change.at > ${since} ${amounts}
          and product_change.revision > coalesce(listing.listed_revision, 0)
      )`,
  );
}

/** What a store or the plan refuses is told at the rule; the products are found again at its next time. */
async function start(
  services: Services,
  ownerId: string,
  row: Row,
  found: readonly AsBefore[],
): Promise<string[]> {
  const change = (set: { run_ids?: string[]; fault?: string | null; looked_until?: Date }) =>
    asOwner(services.db, ownerId, (db) =>
      db
        .updateTable('store_following')
        .set(set)
        .where('owner_id', '=', ownerId)
        .where('shop_id', '=', row.shop_id)
        .execute(),
    );
  try {
    const runIds = await startAsBefore(services, ownerId, found, {
      again: false,
      byItself: true,
      createdBy: row.created_by,
      writeWith: (shopId) => (row.what === 'amounts' ? narrow(ownerId, shopId, found) : undefined),
    });
    await change({ run_ids: runIds });
    return runIds;
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    await change({ fault: jsonText({ code, params }), looked_until: row.looked_until });
    return [];
  }
}

function narrow(ownerId: string, shopId: string, found: readonly AsBefore[]) {
  return async (db: OwnerDb, runId: string): Promise<void> => {
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
    await passOver(
      db,
      ownerId,
      shopId,
      found.map(({ product_id }) => product_id),
    );
  };
}
