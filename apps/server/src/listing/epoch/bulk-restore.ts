import { sql } from 'kysely';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/**
 * Waits for operations of ours that our restored database does not know: they may write for hours yet, and S is not
 * long enough for them. What they created is found by its key afterwards, like everything else.
 */
export async function outwaitUnknown(storeJob: StoreJob): Promise<void> {
  const way = storeJob.lister.writer.bulk;
  while (way) {
    const access = await storeJob.session.access(storeJob.cut);
    const underWay = await way.underWay(access, storeJob.session.context(storeJob.cut));
    const known = await inStoreJob(storeJob, (db) =>
      db
        .selectFrom('listing_bulk')
        .select('id')
        .where('owner_id', '=', storeJob.ownerId)
        .where(sql<boolean>`id = any(${underWay}::uuid[])`)
        .execute(),
    );
    if (underWay.length === known.length) {
      return;
    }
    await storeJob.injectFault('restore.step');
    await storeJob.clock.sleep(way.pollMs, storeJob.signal);
  }
}
