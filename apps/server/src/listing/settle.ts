import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { adopt } from './adopt.ts';
import { isActOnBound, settleActOnBound } from './after/foreign.ts';
import { mayHaveGoneAlone } from './amounts.ts';
import { type AttemptRow, noteFate, saidWasMade } from './attempts.ts';
import { landed } from './bulk-follow.ts';
import { checkInMs } from './counted.ts';
import { inLane, type Lane, settleMs, tellItem } from './lane.ts';
import { writeRow } from './ledger.ts';
import { conflict, lookOnce, oursAmong, strangerAmong } from './looking.ts';
import { updating } from './updating.ts';
import type { Next, Work, Write } from './work.ts';

/** After so many sends in a run that came to nothing, the product is told as refused and left to the after-check. */
const sendsMax = 4;

/**
 * Decides an attempt of unknown fate. Found is believed at once. "Not there" is believed only when the doubt has aged S
 * and was looked at after that, or where waiting is needless: the store keeps our key unique, what is made is hidden, or the
 * write goes by id.
 */
export async function settle(lane: Lane, work: Work, attempt: AttemptRow, waitedMs: number): Promise<Next> {
  const flown = await landed(lane, work, attempt);
  if (flown) {
    return flown;
  }
  if (isActOnBound(attempt, work)) {
    const row = await settleActOnBound(lane, work, attempt);
    return work.item === null ? { kind: 'done' } : { kind: 'again', work: { ...work, row, firstLook: null } };
  }
  return attempt.kind === 'create'
    ? await settleCreate(lane, work, attempt, Math.max(waitedMs, Number(attempt.waited_ms)))
    : await settleById(lane, work, attempt);
}

async function settleCreate(lane: Lane, work: Work, attempt: AttemptRow, waitedMs: number): Promise<Next> {
  const aged = waitedMs >= settleMs(lane);
  const candidates = await lookOnce(lane, work);
  await lane.strike('decide.before');
  const ours = oursAmong(candidates, work);
  if (ours.length > 0) {
    const row = await adopt(lane, work, ours, attempt.id);
    return { kind: 'again', work: { ...work, row, written: true } };
  }
  const wasMade = saidWasMade(attempt);
  const mustAge = wasMade || work.item === null || (!lane.lister.storeSideKey && !lane.lister.hiddenFirst);
  if (mustAge && !aged) {
    return { kind: 'age', work, attempt };
  }
  if (wasMade) {
    return await deletedUnseen(lane, work, attempt);
  }
  if (work.item === null) {
    return await neverMade(lane, work, attempt);
  }
  const stranger = strangerAmong(candidates, work);
  if (stranger) {
    await inLane(lane, async (db) => {
      await noteFate(db, lane.ownerId, attempt.id, 'absent', { holder: stranger.storeProductId });
      await conflict(lane, db, work, stranger);
    });
    return { kind: 'done' };
  }
  if (work.sends >= sendsMax) {
    return await giveUp(lane, work, attempt);
  }
  const write: Write = { work, kind: 'create', target: null, pictures: new Map(), instead: attempt.id };
  return { kind: 'write', write };
}

/** Not there, and its run has ended: nobody wants it made any more. */
async function neverMade(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attempt.id, 'absent', { looked: 'not there' });
    await writeRow(db, work.row, { state: 'waiting', openAttempt: null });
  });
  return { kind: 'done' };
}

/** The store made it, as it says itself, and it is not there: deleted before we ever saw it. Only listing again makes another. */
async function deletedUnseen(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  const fault = { code: 'store.product-gone', params: {} };
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attempt.id, 'absent', { looked: 'not there' });
    await writeRow(db, work.row, {
      state: 'gone',
      openAttempt: null,
      fault,
      checkInMs: checkInMs(settleMs(lane)),
    });
    await tellItem(db, lane, work.item, { state: 'gone', listingId: work.row.id, fault });
  });
  return { kind: 'done' };
}

/** A write by id is looked at by id, and sent again at once: it can make nothing new. */
async function settleById(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  const target = attempt.target ?? work.row.store_product_id ?? '';
  await lane.strike('look.before');
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  const [seen] = await lane.lister.lookByIds([target], access, context);
  await lane.strike('look.after');
  await lane.strike('decide.before');
  if (!seen) {
    return await missing(lane, work, attempt);
  }
  // Of prices and pieces by themselves the store may have refused one and kept the mark: they are sent again, being absolute.
  const isOnTop = attempt.kind === 'update' && seen.attemptId === attempt.id;
  if (isOnTop && !(await mayHaveGoneAlone(lane, work.row, attempt))) {
    return await applied(lane, work, attempt, seen);
  }
  if (attempt.kind === 'publish' && isShown(seen, attempt, work)) {
    return await shown(lane, work, attempt, seen);
  }
  if (work.sends >= sendsMax) {
    return await giveUp(lane, work, attempt);
  }
  if (attempt.kind === 'publish' || attempt.kind === 'remove') {
    const write: Write = { work, kind: attempt.kind, target, pictures: new Map(), instead: attempt.id };
    return { kind: 'write', write };
  }
  return await updating(lane, work, target, attempt.id);
}

async function applied(lane: Lane, work: Work, attempt: AttemptRow, seen: SeenProduct): Promise<Next> {
  await lane.strike('receipt.before-commit');
  const row = await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attempt.id, 'applied', {
      looked: seen.storeProductId,
      version: seen.version,
    });
    return await writeRow(db, work.row, {
      state: 'listed',
      openAttempt: null,
      address: seen.address,
      published: work.row.published || seen.address !== null,
      listedRevision: attempt.revision,
      listedAttempt: attempt.id,
      sentHash: seen.halfMade ? null : attempt.hash,
      listedHash: seen.hash,
      seenHash: seen.hash,
      unhealed: false,
      fault: null,
      field: null,
      checkInMs: checkInMs(settleMs(lane)),
    });
  });
  await lane.strike('receipt.after-commit');
  return { kind: 'again', work: { ...work, row, written: true, finished: false } };
}

/** Seen by shoppers; or, where it is to stay a draft, no longer under the address that its making gave it. */
function isShown(seen: SeenProduct, { options }: AttemptRow, { row }: Work): boolean {
  return isToBeSeen(options) ? seen.address !== null : seen.handle !== row.key;
}

async function shown(lane: Lane, work: Work, attempt: AttemptRow, seen: SeenProduct): Promise<Next> {
  const row = await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attempt.id, 'applied', { looked: seen.storeProductId });
    return await writeRow(db, work.row, {
      state: 'listed',
      openAttempt: null,
      published: true,
      address: seen.address,
      listedHash: seen.hash,
      seenHash: seen.hash,
      fault: null,
      field: null,
    });
  });
  return { kind: 'again', work: { ...work, row, shown: true } };
}

/** Not there any more. A double that was to go is gone; our bound product is told as gone. */
async function missing(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  const wasBound = attempt.kind !== 'remove' || attempt.target === work.row.store_product_id;
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attempt.id, 'absent', { looked: 'not there' });
    const fault = wasBound ? { code: 'store.product-gone', params: {} } : null;
    await writeRow(db, work.row, { state: wasBound ? 'gone' : 'listed', openAttempt: null, fault });
    if (wasBound) {
      await tellItem(db, lane, work.item, { state: 'gone', listingId: work.row.id, fault });
    }
  });
  return { kind: 'done' };
}

async function giveUp(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  const fault = { code: 'store.unwell', params: {} };
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attempt.id, 'absent', { sends: work.sends });
    const state = work.row.store_product_id === null ? 'refused' : 'listed';
    await writeRow(db, work.row, {
      state,
      openAttempt: null,
      fault,
      // What is listed there now is not what was wanted: the next run writes it.
      ...(attempt.kind === 'update' && { sentHash: null }),
      checkInMs: checkInMs(settleMs(lane)),
    });
    await tellItem(db, lane, work.item, { state: 'refused', listingId: work.row.id, fault });
  });
  return { kind: 'done' };
}
