import type { RunLine } from '../engine/record.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import type { Action } from './act.ts';

/**
 * Returns the line of the run that wanted this product hidden or shown, saying that an after-check has done so once
 * more; it is recorded with the outcome, whoever learns that. Null where no line is left.
 */
export async function restoredLine(storeJob: StoreJob, row: ListingRow, act: Action): Promise<RunLine> {
  const line = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing_item')
      .select('id')
      .where('owner_id', '=', storeJob.ownerId)
      .where('listing_id', '=', row.id)
      .where('state', '=', 'done')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return line ? { id: line.id, columns: { fault: { code: `listing.restored-${act}`, params: {} } } } : null;
}
