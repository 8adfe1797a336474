import { type SqlBool, sql } from 'kysely';
import type { ListingRow } from '../../ledger/ledger.ts';
import { areResourcesInDoubt } from '../../resources/settle-open.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';

const pageSize = 200;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'] as const;

/** Returns rows whose after-check is owed and due, by the shop's counted time. */
export async function dueRows(storeJob: StoreJob): Promise<ListingRow[]> {
  return await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .where('check_due', '=', true)
      .where('open_attempt', 'is', null)
      .where(
        sql<SqlBool>`check_at_ms <= (select counted_ms from shop_turn where shop_id = ${storeJob.shopId})`,
      )
      .orderBy('check_at_ms')
      .limit(pageSize)
      .execute(),
  );
}

/**
 * Returns in-doubt rows that no worker owns any more: the run they were written for has ended, or an after-check was
 * killed while handling them.
 */
export async function inDoubtRows(storeJob: StoreJob): Promise<ListingRow[]> {
  return await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .selectAll('listing')
      .innerJoin('listing_attempt as attempt', 'attempt.id', 'listing.open_attempt')
      .leftJoin('run', 'run.id', 'attempt.run_id')
      .where('listing.owner_id', '=', storeJob.ownerId)
      .where('attempt.owner_id', '=', storeJob.ownerId)
      .where('listing.shop_id', '=', storeJob.shopId)
      .where((eb) => eb.or([eb('run.id', 'is', null), eb('run.state', 'in', endedStates)]))
      .orderBy('listing.id')
      .limit(pageSize)
      .execute(),
  );
}

/** Reports whether an after-check is owed at all, now or later. */
export async function isCheckOwed(storeJob: StoreJob): Promise<boolean> {
  const found = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .select('id')
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .where('check_due', '=', true)
      .limit(1)
      .executeTakeFirst(),
  );
  return (
    found !== undefined || (await inDoubtRows(storeJob)).length > 0 || (await areResourcesInDoubt(storeJob))
  );
}
