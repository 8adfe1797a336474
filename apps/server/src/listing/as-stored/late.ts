import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { type SqlBool, sql } from 'kysely';
import { record } from '../engine/record.ts';
import { type AttemptRow, findAttempts } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { isAcceptance } from './kept-hidden.ts';

/** Returns which of these listings have a publish as stored that was given up and may have arrived since. */
export async function findGivenUp(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<Set<string>> {
  const found = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing_attempt')
      .select('listing_id')
      .distinct()
      .where('owner_id', '=', storeJob.ownerId)
      .where(sql<SqlBool>`listing_id = any(${rows.map(({ id }) => id)}::uuid[])`)
      .where('kind', '=', 'publish')
      .where('hash', 'is not', null)
      .where('outcome', '=', 'absent')
      .execute(),
  );
  return new Set(found.map(({ listing_id }) => listing_id));
}

/**
 * Records that a publish as stored has arrived after it was given up: shoppers see the product. What the person had
 * accepted is accepted then; where other content was written meanwhile, the row says that the store keeps it otherwise.
 * A run that wrote the product in between may have noticed that it is seen; then only the acceptance is still to be
 * recorded. Returns the row as it is then.
 */
export async function withLateAcceptance(
  storeJob: StoreJob,
  row: ListingRow,
  seen: SeenProduct,
): Promise<ListingRow> {
  if (row.taken_down || seen.address === null) {
    return row;
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const ofNow = attempts.filter(({ generation }) => generation === row.generation);
  const late = ofNow.findLast((attempt) => isAcceptance(attempt) && attempt.outcome === 'absent');
  if (!late || (row.published && ofNow.some(isShown))) {
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

/** Reports whether this attempt is known to have shown the product. */
function isShown({ kind, outcome }: AttemptRow): boolean {
  return (kind === 'publish' || kind === 'relist') && outcome === 'applied';
}
