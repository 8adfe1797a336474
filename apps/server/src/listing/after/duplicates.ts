import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { atTheBeginning, type Work } from '../engine/work.ts';
import { type AttemptRow, findAttempts } from '../ledger/attempts.ts';
import { findRow, type ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { send } from '../transport/write.ts';

/** How far a store's clock may differ from ours, in milliseconds. */
const clockMs = 2 * 60_000;
/** How often a duplicate's content is read, and the interval between reads: a stale list may not know it yet. */
const readsMax = 4;
const readAgainMs = 10_000;
/** For some seconds a store may itself change what it creates. */
const untouchedMs = 10_000;

export interface DuplicatesTaken {
  removed: number;
  /** Ours, and still there: another worker is on this row. They are looked for again. */
  left: number;
}

/**
 * Removes from the store what a second copy of a request of ours created there (`docs/listing-protocol.md`,
 * After-check): only what surely came from one of our own attempts and was not changed since. Everything else with our
 * key is the merchant's, such as a copy they made, and stays; the audit reports it.
 */
export async function removeDuplicates(
  storeJob: StoreJob,
  row: ListingRow,
  own: SeenProduct | null,
  candidates: readonly SeenProduct[],
): Promise<DuplicatesTaken> {
  const duplicates = candidates.filter(
    ({ key, storeProductId, status }) =>
      key === row.key && storeProductId !== row.store_product_id && status !== 'trash',
  );
  if (duplicates.length === 0) {
    return { removed: 0, left: 0 };
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.findLast(({ body }) => body !== null);
  const taken: DuplicatesTaken = { removed: 0, left: 0 };
  for (const duplicate of duplicates) {
    if (!newest || !(await isOurs(storeJob, duplicate, own, attempts, row))) {
      continue;
    }
    taken[(await remove(storeJob, row.id, duplicate.storeProductId, newest)) ? 'removed' : 'left'] += 1;
  }
  return taken;
}

async function isOurs(
  storeJob: StoreJob,
  duplicate: SeenProduct,
  own: SeenProduct | null,
  attempts: readonly AttemptRow[],
  row: ListingRow,
): Promise<boolean> {
  const makes = (kind: AttemptRow['kind']) =>
    kind === 'create' || (kind === 'update' && storeJob.lister.features.updateRecreates);
  const made = attempts.filter(({ kind, generation }) => makes(kind) && generation === row.generation);
  const source = made.find(({ id }) => id === (duplicate.attemptId ?? duplicate.unfinishedBy));
  if (made.length === 0 || (source === undefined && !duplicate.partial)) {
    return false;
  }
  const createdAt = Date.parse(duplicate.createdAt);
  const untouched = Date.parse(duplicate.updatedAt) - createdAt <= untouchedMs;
  // If it is visible, someone else published it: we publish only what is bound.
  const hidden = storeJob.lister.features.publication !== 'draft-first' || duplicate.address === null;
  if (!untouched || !hidden || !isInTime(storeJob, createdAt, own, made)) {
    return false;
  }
  // Where we know what the store made of that content, the duplicate must still hold exactly that. Otherwise it must
  // have the title that was sent, or the one that the store gave to ours: a copy that the merchant made has another.
  const isKnown = source?.hash === row.sent_hash && duplicate.hash === row.listed_hash;
  return isKnown || (await isCalledAsOurs(storeJob, duplicate, own, source ? [source] : made));
}

async function isCalledAsOurs(
  storeJob: StoreJob,
  duplicate: SeenProduct,
  own: SeenProduct | null,
  sources: readonly AttemptRow[],
): Promise<boolean> {
  const { content } = storeJob.lister.reader;
  const sent = sources.flatMap(({ body }) => body?.title ?? []);
  const ids = [duplicate, ...(own ? [own] : [])].map(({ storeProductId }) => storeProductId);
  for (let reads = 1; ; reads += 1) {
    const access = await storeJob.session.access(storeJob.cut);
    const [read, ours] = await content.read(ids, access, storeJob.session.context(storeJob.cut));
    if (read) {
      return read.title === ours?.title || sent.some((title) => isCutFrom(title, read.title));
    }
    if (reads === readsMax) {
      return false;
    }
    // It was just seen: a read that does not find it is stale.
    await storeJob.clock.sleep(readAgainMs, storeJob.signal);
  }
}

/** Stores cut long titles. */
function isCutFrom(title: string, there: string): boolean {
  return title.startsWith(there) && there.length >= Math.min(title.length, 60);
}

/**
 * Reports whether it was created within S of ours: by the store's own clock where our product is there to show it, else
 * by our clock plus the allowed difference.
 */
function isInTime(
  storeJob: StoreJob,
  createdAt: number,
  own: SeenProduct | null,
  made: readonly AttemptRow[],
): boolean {
  const within = settleMs(storeJob);
  if (own !== null) {
    return Math.abs(createdAt - Date.parse(own.createdAt)) <= within;
  }
  return made.some(({ intended_at }) => {
    const late = createdAt - intended_at.getTime();
    return late >= -clockMs && late <= within + clockMs;
  });
}

async function remove(
  storeJob: StoreJob,
  rowId: string,
  target: string,
  newest: AttemptRow,
): Promise<boolean> {
  const row = await inStoreJob(storeJob, (db) => findRow(db, storeJob.ownerId, rowId));
  if (!row || row.open_attempt !== null) {
    return false;
  }
  const work = workOf(row, newest);
  const [next] = await send(storeJob, [{ work, kind: 'remove', target, images: new Map(), instead: null }]);
  await storeJob.injectFault('remove.after-commit');
  return next !== undefined;
}

/** Returns the work of an after-check: the row, and our newest content. */
export function workOf(row: ListingRow, newest: AttemptRow & { body: AttemptRow['body'] }): Work {
  if (!newest.body) {
    throw new Error(`The content of attempt ${newest.id} is forgotten.`);
  }
  return {
    row,
    item: null,
    product: newest.body,
    revision: newest.revision,
    options: newest.options,
    hash: newest.hash ?? '',
    ...atTheBeginning,
  };
}
