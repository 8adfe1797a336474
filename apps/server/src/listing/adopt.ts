import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { findAttempts } from './attempts.ts';
import { record } from './engine/record.ts';
import { inLane, type Lane } from './lane.ts';
import type { ListingRow } from './ledger.ts';
import type { Work } from './work.ts';

/**
 * Binds a product of ours that was found in the store. Which of our attempts wrote it last it says itself; told by none,
 * its content is unknown and will be written anew. Of several, the one shoppers see, then the oldest.
 */
export async function adopt(
  lane: Lane,
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
  await lane.strike('evidence.before-commit');
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, work.row.id));
  const writer = attempts.find(({ id }) => id === chosen.attemptId);
  const answer = { adopted: chosen.storeProductId };
  return await record(lane, work.row, 'found', {
    set: {
      storeProductId: chosen.storeProductId,
      address: chosen.address,
      // What is cut off in the making bears our key and no attempt's mark yet.
      createdByUs: writer !== undefined || chosen.halfMade === true,
      published: chosen.address !== null,
      listedRevision: writer?.revision ?? null,
      listedAttempt: writer?.id ?? null,
      sentHash: chosen.halfMade ? null : (writer?.hash ?? null),
      listedHash: chosen.hash,
      seenHash: chosen.hash,
      fault: null,
      field: null,
    },
    closes: openAttempt,
    fate: writer && writer.id === openAttempt ? 'applied' : 'absent',
    answer,
    notes:
      writer && writer.id !== openAttempt
        ? [{ id: writer.id, fate: 'applied', answer, isEvidence: false }]
        : [],
    item: { line: work.item, change: { state: 'intended', listingId: work.row.id } },
  });
}
