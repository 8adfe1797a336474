import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { highestAttempt } from '../attempts.ts';
import { isOwnKey } from '../key.ts';
import { inLane, type Lane } from '../lane.ts';
import { madeAt } from '../ledger.ts';
import { hold } from './own-past.ts';

const uuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * The store is the last witness: where the machine itself was put back to a snapshot, database and files agree, and only the store
 * remembers. A product of this installation that bears an attempt newer than all that this database knows was written in a past
 * that is forgotten here: all listing is held. Throws `LaneHeld`.
 *
 * Attempts are written down before they are sent, and looked up here after the store was read: one that is newer than all of them
 * cannot be another worker's.
 */
export async function requireKnown(lane: Lane, seen: Iterable<SeenProduct | null>): Promise<void> {
  let newest = '';
  for (const product of seen) {
    const { key = null, attemptId = null } = product ?? {};
    // What a person made of the mark by hand is none.
    if (key !== null && isOwnKey(lane.installationId, key) && attemptId !== null && uuid7.test(attemptId)) {
      newest = attemptId > newest ? attemptId : newest;
    }
  }
  if (newest === '') {
    return;
  }
  const { known, until } = await inLane(lane, async (db) => ({
    known: await highestAttempt(db, lane.ownerId),
    until: await db.selectFrom('installation').select('known_until_ms').executeTakeFirstOrThrow(),
  }));
  if (newest > (known ?? '') && madeAt({ id: newest }) > Number(until.known_until_ms)) {
    await hold(lane.services, 'unknown-in-store', newest);
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
