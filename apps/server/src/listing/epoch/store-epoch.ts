import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { sql } from 'kysely';
import { isOwnKey } from '../ledger/key.ts';
import { madeAt } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob, StoreJobHeld } from '../store-job/store-job.ts';
import { holdShop } from './own-past.ts';

const uuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Checks the store as the last record: where the whole machine was put back to a snapshot, database and files agree,
 * and only the store remembers. A product of this installation with an attempt newer than any that this database knows
 * was written in a past that is forgotten here: nothing more is sent to that store. Throws `StoreJobHeld`. Attempts are
 * recorded before they are sent, and looked up here after the store was read: one that is newer than all of them cannot
 * be another worker's.
 */
export async function requireKnown(storeJob: StoreJob, seen: Iterable<SeenProduct | null>): Promise<void> {
  let newest = '';
  for (const product of seen) {
    const { key = null, unfinishedBy = null } = product ?? {};
    const attemptId = product?.attemptId ?? unfinishedBy;
    // A mark that a person edited by hand does not count.
    if (
      key !== null &&
      isOwnKey(storeJob.installationId, key) &&
      attemptId !== null &&
      uuid7.test(attemptId)
    ) {
      newest = attemptId > newest ? attemptId : newest;
    }
  }
  if (newest === '') {
    return;
  }
  const isKnown = await inStoreJob(storeJob, async (db) => {
    const { rows } = await sql<{ newest: string | null; until: string }>`
      select newest_listing_attempt() as newest, known_until_ms as until from shop_turn
      where owner_id = ${storeJob.ownerId} and shop_id = ${storeJob.shopId}
    `.execute(db);
    const [known] = rows;
    const isForgotten = newest > (known?.newest ?? '') && madeAt({ id: newest }) > Number(known?.until ?? 0);
    if (isForgotten) {
      await holdShop(db, storeJob, newest);
    }
    return !isForgotten;
  });
  if (!isKnown) {
    throw new StoreJobHeld({ code: 'listing.unknown-in-store', params: {} }, null);
  }
}

/** How many of the products that a store changed last are looked at before a run begins. */
const newestMax = 25;
/** The same where each is a request of its own. */
const newestByIdMax = 5;

/**
 * Looks at what the store wrote last, before a run begins: where no full scan was taken, or the scan does not return
 * which attempt wrote a product. Throws `StoreJobHeld`.
 */
export async function requireKnownNewest(storeJob: StoreJob): Promise<void> {
  const access = await storeJob.session.access(storeJob.cut);
  const context = storeJob.session.context(storeJob.cut);
  if (storeJob.fullScan === null) {
    await requireKnown(storeJob, (await storeJob.lister.reader.newest?.(newestMax, access, context)) ?? []);
    return;
  }
  const unstated = [...storeJob.fullScan.values()]
    .flat()
    .filter(({ key, attemptId }) => attemptId === null && isOwnKey(storeJob.installationId, key ?? ''))
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, newestByIdMax)
    .map(({ storeProductId }) => storeProductId);
  if (unstated.length > 0) {
    await requireKnown(storeJob, await storeJob.lister.reader.lookByIds(unstated, access, context));
  }
}
