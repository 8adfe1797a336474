import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { type AttemptRow, findAttempts } from './attempts.ts';
import { inLane, type Lane, settleMs } from './lane.ts';
import { findRow, type ListingRow } from './ledger.ts';
import { atTheBeginning, type Work } from './work.ts';
import { send } from './write.ts';

/** A store's clock is its own; so far it may be from ours. */
const clockMs = 2 * 60_000;
/** How often what a twin says is read, and how long after each other: a list that is stale may not know it yet. */
const readsMax = 4;
const readAgainMs = 10_000;
/** A store may touch what it makes for some seconds itself. */
const untouchedMs = 10_000;

export interface TwinsTaken {
  removed: number;
  /** Ours, and still there: another worker is at this row. They are looked for again. */
  left: number;
}

/**
 * Takes out of the store what a second copy of a request of ours made there (`docs/listing-protocol.md`, After-check): only what
 * surely came of one of our own attempts and nobody touched since. All else that bears our key is the merchant's, such as a copy
 * they made, and stays; the audit tells it.
 */
export async function removeTwins(
  lane: Lane,
  row: ListingRow,
  own: SeenProduct | null,
  candidates: readonly SeenProduct[],
): Promise<TwinsTaken> {
  const twins = candidates.filter(
    ({ key, storeProductId, status }) =>
      key === row.key && storeProductId !== row.store_product_id && status !== 'trash',
  );
  if (twins.length === 0) {
    return { removed: 0, left: 0 };
  }
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
  const newest = attempts.findLast(({ body }) => body !== null);
  const taken: TwinsTaken = { removed: 0, left: 0 };
  for (const twin of twins) {
    if (!newest || !(await isOurs(lane, twin, own, attempts, row))) {
      continue;
    }
    taken[(await remove(lane, row.id, twin.storeProductId, newest)) ? 'removed' : 'left'] += 1;
  }
  return taken;
}

async function isOurs(
  lane: Lane,
  twin: SeenProduct,
  own: SeenProduct | null,
  attempts: readonly AttemptRow[],
  row: ListingRow,
): Promise<boolean> {
  const makes = (kind: AttemptRow['kind']) =>
    kind === 'create' || (kind === 'update' && lane.lister.updateMakes === true);
  const made = attempts.filter(({ kind, generation }) => makes(kind) && generation === row.generation);
  const source = made.find(({ id }) => id === (twin.attemptId ?? twin.unfinishedBy));
  if (made.length === 0 || (source === undefined && !twin.halfMade)) {
    return false;
  }
  const createdAt = Date.parse(twin.createdAt);
  const untouched = Date.parse(twin.updatedAt) - createdAt <= untouchedMs;
  // Shown, it was published by somebody: nobody of ours publishes what is not bound.
  const hidden = !lane.lister.hiddenFirst || twin.address === null;
  if (!untouched || !hidden || !isInTime(lane, createdAt, own, made)) {
    return false;
  }
  // Where we know what the store made of that content, it must be that still. Else it must say what was sent: a copy that
  // the merchant made of ours is called otherwise.
  const isKnown = source?.hash === row.sent_hash && twin.hash === row.listed_hash;
  return isKnown || (await isCalledAsSent(lane, twin, source ? [source] : made));
}

async function isCalledAsSent(
  lane: Lane,
  twin: SeenProduct,
  sources: readonly AttemptRow[],
): Promise<boolean> {
  const { reading } = lane.lister;
  const titles = sources.flatMap(({ body }) => body?.title ?? []);
  if (!reading || titles.length === 0) {
    return false;
  }
  for (let reads = 1; ; reads += 1) {
    const access = await lane.session.access(lane.cut);
    const [read] = await reading.read([twin.storeProductId], access, lane.session.context(lane.cut));
    if (read) {
      return titles.some((title) => isCutFrom(title, read.title));
    }
    if (reads === readsMax) {
      return false;
    }
    // It was just seen: what does not know it is stale.
    await lane.clock.sleep(readAgainMs, lane.signal);
  }
}

/** Stores cut long titles. */
function isCutFrom(title: string, there: string): boolean {
  return title.startsWith(there) && there.length >= Math.min(title.length, 60);
}

/** Made within S of ours: by the store's own clock where ours is there to tell it, else by ours and its distance. */
function isInTime(
  lane: Lane,
  createdAt: number,
  own: SeenProduct | null,
  made: readonly AttemptRow[],
): boolean {
  const within = settleMs(lane);
  if (own !== null) {
    return Math.abs(createdAt - Date.parse(own.createdAt)) <= within;
  }
  return made.some(({ intended_at }) => {
    const late = createdAt - intended_at.getTime();
    return late >= -clockMs && late <= within + clockMs;
  });
}

async function remove(lane: Lane, rowId: string, target: string, newest: AttemptRow): Promise<boolean> {
  const row = await inLane(lane, (db) => findRow(db, lane.ownerId, rowId));
  if (!row || row.open_attempt !== null) {
    return false;
  }
  const work = workOf(row, newest);
  const [next] = await send(lane, [{ work, kind: 'remove', target, pictures: new Map(), instead: null }]);
  await lane.strike('remove.after-commit');
  return next !== undefined;
}

/** What an after-check works with: the row, and the newest content of ours. */
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
