import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { record } from '../engine/record.ts';
import type { Work } from '../engine/work.ts';
import { optionsIn } from '../ledger/attempts.ts';
import { type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/**
 * Looks whether the merchant hid products in the store itself, or showed them again there, since our last look: only of
 * products that a run which began by itself would write. Returns all works, with their rows as they are then.
 */
export async function lookForHidden(storeJob: StoreJob, works: readonly Work[]): Promise<readonly Work[]> {
  if (storeJob.options.delisted !== 'leave') {
    return works;
  }
  const shown = await shownOnes(storeJob, works.filter(isToBeLookedAt));
  const requested = works.filter(
    (work) => isToBeLookedAt(work) && (work.row.taken_down || shown.has(work.row.id)),
  );
  if (requested.length === 0) {
    return works;
  }
  const access = await storeJob.session.access(storeJob.cut);
  const ids = requested.map(({ row }) => row.store_product_id ?? '');
  const seen = await storeJob.lister.reader.lookByIds(ids, access, storeJob.session.context(storeJob.cut));
  const rows = new Map<string, ListingRow>();
  for (const [index, { row }] of requested.entries()) {
    const now = seen[index];
    if (!now || storeJob.lister.writer.visibility.isHidden(now) === row.taken_down) {
      continue;
    }
    const set = { takenDown: !row.taken_down, published: row.taken_down, address: now.address };
    // If another worker wrote the row meanwhile, its token rejects what is decided from the row as it was read.
    rows.set(row.id, await unlessFenced(() => record(storeJob, row, 'noted', { set }), row));
  }
  return works.map((work) => ({ ...work, row: rows.get(work.row.id) ?? work.row }));
}

function isToBeLookedAt({ row, item, options, hash }: Work): boolean {
  const isWritten = row.sent_hash !== hash || row.unrepaired;
  const isWhole = row.state === 'listed' && row.store_product_id !== null && row.open_attempt === null;
  return isWhole && isWritten && item?.state === 'waiting' && isToBeSeen(options);
}

/** Returns those that shoppers see in the store, as far as we know. */
async function shownOnes(storeJob: StoreJob, works: readonly Work[]): Promise<Set<string>> {
  const ids = works.flatMap(({ row }) => (row.published && !row.taken_down ? [row.id] : []));
  const rows = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing')
      .innerJoin('listing_attempt as attempt', 'attempt.id', 'listing.listed_attempt')
      .select(['listing.id', 'attempt.options'])
      .where('listing.owner_id', '=', storeJob.ownerId)
      .where('attempt.owner_id', '=', storeJob.ownerId)
      .where(sql<boolean>`listing.id = any(${ids}::uuid[])`)
      .execute(),
  );
  return new Set(rows.flatMap(({ id, options }) => (isToBeSeen(optionsIn(options)) ? [id] : [])));
}
