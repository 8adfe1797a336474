import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { atTheBeginning } from '../../engine/work.ts';
import { requireKnown } from '../../epoch/store-epoch.ts';
import { findAttempts } from '../../ledger/attempts.ts';
import { type ListingRow, unlessFenced } from '../../ledger/ledger.ts';
import { adopt } from '../../look-ups/adopt.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';
import { clear } from './clear.ts';
import { requestOf } from './look-again.ts';

/**
 * Checks rows that are rejected or in conflict although their product is in the store: a late product of ours is bound.
 */
export async function checkUnbound(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<void> {
  const unbound = rows.filter(({ store_product_id }) => store_product_id === null);
  for (let start = 0; start < unbound.length; start += storeJob.lister.features.lookMax) {
    const some = unbound.slice(start, start + storeJob.lister.features.lookMax);
    const access = await storeJob.session.access(storeJob.cut);
    const answers = await storeJob.lister.reader.look(
      some.map(requestOf),
      access,
      storeJob.session.context(storeJob.cut),
    );
    await requireKnown(storeJob, answers.flat());
    await storeJob.injectFault('aftercheck.decide');
    for (const [index, row] of some.entries()) {
      const ours = (answers[index] ?? []).filter(({ key, status }) => key === row.key && status !== 'trash');
      await unlessFenced(
        () => (ours.length > 0 ? adoptLate(storeJob, row, ours) : clear(storeJob, row)),
        null,
      );
    }
  }
}

/** Where we hold no content for it, as in a restored database, the next run that lists it binds it. */
async function adoptLate(storeJob: StoreJob, row: ListingRow, ours: SeenProduct[]): Promise<null> {
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.findLast((attempt) => attempt.body !== null);
  if (!newest?.body) {
    return await clear(storeJob, row);
  }
  const { body: product, revision, options } = newest;
  await adopt(
    storeJob,
    { row, item: null, product, revision, options, hash: '', ...atTheBeginning },
    ours,
    null,
  );
  return null;
}
