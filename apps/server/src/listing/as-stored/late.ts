import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { record } from '../engine/record.ts';
import { findAttempts } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { isAcceptance } from './kept-hidden.ts';

/**
 * Records that a publish as stored has arrived after it was given up: shoppers see the product. What the person had
 * accepted is accepted then; where other content was written meanwhile, the row says that the store keeps it otherwise.
 * Returns the row as it is then.
 */
export async function withLateAcceptance(
  storeJob: StoreJob,
  row: ListingRow,
  seen: SeenProduct,
): Promise<ListingRow> {
  if (row.published || row.taken_down || storeJob.lister.writer.visibility.isHidden(seen)) {
    return row;
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const late = attempts.findLast(
    (attempt) =>
      isAcceptance(attempt) && attempt.outcome === 'absent' && attempt.generation === row.generation,
  );
  if (!late) {
    return row;
  }
  const isAccepted = attempts.find(({ id }) => id === row.listed_attempt)?.hash === late.hash;
  return await record(storeJob, row, 'noted', {
    set: {
      published: true,
      address: seen.address,
      field: null,
      ...(isAccepted
        ? { sentHash: late.hash, fault: null }
        : { fault: { code: 'listing.kept-otherwise', params: {} } }),
    },
    notes: [{ id: late.id, outcome: 'applied', answer: { looked: seen.storeProductId }, isEvidence: true }],
  });
}
