import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { findGivenUp } from '../../as-stored/late.ts';
import type { Work } from '../../engine/work.ts';
import { requireKnown } from '../../epoch/store-epoch.ts';
import { findRow, type ListingRow, unlessFenced } from '../../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';
import { removeDuplicates } from '../duplicates.ts';
import { judgeBound } from './judge-bound.ts';
import { requestOf } from './look-again.ts';

/** Checks rows that are bound to a product of the store; returns what is to be written again. */
export async function checkBound(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<Work[]> {
  const bound = rows.filter(({ store_product_id }) => store_product_id !== null);
  if (bound.length === 0) {
    return [];
  }
  const unrepaired: Work[] = [];
  const { storeSideKey, publication } = storeJob.lister.features;
  const isAlone = storeSideKey && publication !== 'draft-first';
  const seen = await (isAlone ? seenAlone(storeJob, bound) : seenWithDuplicates(storeJob, bound));
  const givenUp = await findGivenUp(storeJob, bound);
  await storeJob.injectFault('aftercheck.decide');
  for (const [index, row] of bound.entries()) {
    const work = await unlessFenced(async (): Promise<Work | null> => {
      const { own, all } = seen[index] ?? { own: null, all: [] };
      // Removed before the check is cleared: if killed in between, the check is made again.
      const { removed, left } = await removeDuplicates(storeJob, row, own, all);
      const now =
        removed === 0 ? row : await inStoreJob(storeJob, (db) => findRow(db, storeJob.ownerId, row.id));
      return left === 0 && now && now.open_attempt === null
        ? judgeBound(storeJob, now, own, givenUp.has(row.id))
        : null;
    }, null);
    if (work) {
      unrepaired.push(work);
    }
  }
  return unrepaired;
}

interface SeenBound {
  own: SeenProduct | null;
  /** Everything in the store that has the row's key. */
  all: SeenProduct[];
}

/**
 * Where the store keeps the key unique, there is no other while ours is there. Of one that was deleted the key is free
 * again, and a late copy of our request may have taken it.
 */
async function seenAlone(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const seen = await seenById(storeJob, rows);
  const gone = rows.filter((_, index) => seen[index]?.own === null);
  if (gone.length === 0) {
    return seen;
  }
  const copies = new Map(
    (await seenWithDuplicates(storeJob, gone)).map((found, index) => [gone[index], found]),
  );
  return seen.map((found, index) => copies.get(rows[index]) ?? found);
}

async function seenById(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const access = await storeJob.session.access(storeJob.cut);
  const ids = rows.map(({ store_product_id }) => store_product_id ?? '');
  const seen = await storeJob.lister.reader.lookByIds(ids, access, storeJob.session.context(storeJob.cut));
  await requireKnown(storeJob, seen);
  return seen.map((own) => ({ own, all: [] }));
}

async function seenWithDuplicates(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<SeenBound[]> {
  const found: SeenBound[] = [];
  for (let start = 0; start < rows.length; start += storeJob.lister.features.lookMax) {
    const some = rows.slice(start, start + storeJob.lister.features.lookMax);
    const access = await storeJob.session.access(storeJob.cut);
    const context = storeJob.session.context(storeJob.cut);
    const answers = await storeJob.lister.reader.look(some.map(requestOf), access, context);
    await requireKnown(storeJob, answers.flat());
    for (const [index, row] of some.entries()) {
      const all = (answers[index] ?? []).filter(({ key }) => key === row.key);
      const own = all.find(
        ({ storeProductId, status }) => storeProductId === row.store_product_id && status !== 'trash',
      );
      found.push({ own: own ?? null, all });
    }
  }
  return found;
}
