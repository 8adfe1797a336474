import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { findAttempts, noteFate } from './attempts.ts';
import { checkInMs } from './counted.ts';
import { inLane, type Lane, settleMs, tellItem } from './lane.ts';
import { type ListingRow, writeRow } from './ledger.ts';
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
  return await inLane(lane, async (db) => {
    const attempts = await findAttempts(db, lane.ownerId, work.row.id);
    const writer = attempts.find(({ id }) => id === chosen.attemptId);
    if (openAttempt !== null) {
      const fate = writer?.id === openAttempt ? 'applied' : 'absent';
      await noteFate(db, lane.ownerId, openAttempt, fate, { adopted: chosen.storeProductId });
    }
    if (writer && writer.id !== openAttempt) {
      await noteFate(db, lane.ownerId, writer.id, 'applied', { adopted: chosen.storeProductId });
    }
    const row = await writeRow(db, work.row, {
      state: 'listed',
      openAttempt: null,
      storeProductId: chosen.storeProductId,
      address: chosen.address,
      createdByUs: writer !== undefined,
      published: chosen.address !== null,
      listedRevision: writer?.revision ?? null,
      listedAttempt: writer?.id ?? null,
      sentHash: chosen.halfMade ? null : (writer?.hash ?? null),
      listedHash: chosen.hash,
      seenHash: chosen.hash,
      fault: null,
      field: null,
      checkInMs: checkInMs(settleMs(lane)),
    });
    await tellItem(db, lane, work.item, { state: 'intended', listingId: row.id });
    return row;
  });
}
