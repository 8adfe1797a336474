import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { sql } from 'kysely';
import { isOwnKey } from '../key.ts';
import { inLane, type Lane, LaneHeld } from '../lane.ts';
import { madeAt } from '../ledger.ts';
import { holdShop } from './own-past.ts';

const uuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * The store is the last witness: where the machine itself was put back to a snapshot, database and files agree, and only the store
 * remembers. A product of this installation that bears an attempt newer than all that this database knows was written in a past
 * that is forgotten here: nothing more is sent to that store. Throws `LaneHeld`.
 *
 * Attempts are written down before they are sent, and looked up here after the store was read: one that is newer than all of them
 * cannot be another worker's.
 */
export async function requireKnown(lane: Lane, seen: Iterable<SeenProduct | null>): Promise<void> {
  let newest = '';
  for (const product of seen) {
    const { key = null, unfinishedBy = null } = product ?? {};
    const attemptId = product?.attemptId ?? unfinishedBy;
    // What a person made of the mark by hand is none.
    if (key !== null && isOwnKey(lane.installationId, key) && attemptId !== null && uuid7.test(attemptId)) {
      newest = attemptId > newest ? attemptId : newest;
    }
  }
  if (newest === '') {
    return;
  }
  const isKnown = await inLane(lane, async (db) => {
    const { rows } = await sql<{ newest: string | null; until: string }>`
      select newest_listing_attempt() as newest, known_until_ms as until from shop_turn
      where owner_id = ${lane.ownerId} and shop_id = ${lane.shopId}
    `.execute(db);
    const [known] = rows;
    const isForgotten = newest > (known?.newest ?? '') && madeAt({ id: newest }) > Number(known?.until ?? 0);
    if (isForgotten) {
      await holdShop(db, lane, newest);
    }
    return !isForgotten;
  });
  if (!isKnown) {
    throw new LaneHeld({ code: 'listing.unknown-in-store', params: {} }, null);
  }
}

/** How many of the products that a store changed last are looked at before a run begins. */
const newestMax = 25;
/** The same where each is a request. */
const newestByIdMax = 5;

/**
 * Looks at what the store wrote last, before a run begins: where no census was taken, or its census does not tell which attempt
 * wrote a product. Throws `LaneHeld`.
 */
export async function requireKnownNewest(lane: Lane): Promise<void> {
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  if (lane.census === null) {
    await requireKnown(lane, (await lane.lister.newest?.(newestMax, access, context)) ?? []);
    return;
  }
  const untold = [...lane.census.values()]
    .flat()
    .filter(({ key, attemptId }) => attemptId === null && isOwnKey(lane.installationId, key ?? ''))
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, newestByIdMax)
    .map(({ storeProductId }) => storeProductId);
  if (untold.length > 0) {
    await requireKnown(lane, await lane.lister.lookByIds(untold, access, context));
  }
}
