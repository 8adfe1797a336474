import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { record } from '../engine/record.ts';
import type { Work } from '../engine/work.ts';
import { findAttempts } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/**
 * Binds a product of ours that was found in the store. Its mark says which of our attempts wrote it last; without a
 * mark its content is unknown and is written again. Of several, picks the one shoppers see, then the oldest.
 */
export async function adopt(
  storeJob: StoreJob,
  work: Work,
  ours: readonly SeenProduct[],
  openAttempt: string | null,
): Promise<ListingRow> {
  const [chosen] = [...ours].sort(
    (one, other) =>
      Number(other.address !== null) - Number(one.address !== null) ||
      one.createdAt.localeCompare(other.createdAt),
  );
  if (!chosen) {
    throw new Error('Nothing to adopt.');
  }
  await storeJob.injectFault('evidence.before-commit');
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, work.row.id));
  const writer = attempts.find(({ id }) => id === chosen.attemptId);
  const answer = { adopted: chosen.storeProductId };
  return await record(storeJob, work.row, 'found', {
    set: {
      storeProductId: chosen.storeProductId,
      address: chosen.address,
      // A partial product has our key and no attempt's mark yet.
      createdByUs: writer !== undefined || chosen.partial === true,
      published: chosen.address !== null,
      listedRevision: writer?.revision ?? null,
      listedAttempt: writer?.id ?? null,
      sentHash: chosen.partial ? null : (writer?.hash ?? null),
      listedHash: chosen.hash,
      seenHash: chosen.hash,
      fault: null,
      field: null,
    },
    closes: openAttempt,
    outcome: writer && writer.id === openAttempt ? 'applied' : 'absent',
    answer,
    notes:
      writer && writer.id !== openAttempt
        ? [{ id: writer.id, outcome: 'applied', answer, isEvidence: false }]
        : [],
    item: { line: work.item, change: { state: 'intended', listingId: work.row.id } },
  });
}
