import { type RowSet, recordIn } from '../../engine/record.ts';
import { forgetBodies } from '../../ledger/attempts.ts';
import type { ListingRow } from '../../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';

/** Records that a row was checked; what was sent for it need not be kept any more. */
export async function clear(
  storeJob: StoreJob,
  row: ListingRow,
  set: RowSet = {},
  event: 'checked' | 'checkedGone' = 'checked',
): Promise<null> {
  await inStoreJob(storeJob, async (db) => {
    await recordIn(db, storeJob, row, event, { set });
    await forgetBodies(db, storeJob.ownerId, [row.id], new Date(storeJob.clock.wall()));
  });
  return null;
}
