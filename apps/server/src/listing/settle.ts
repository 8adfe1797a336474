import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { adopt } from './adopt.ts';
import { isActOnBound, settleActOnBound } from './after/foreign.ts';
import { mayHaveGoneAlone } from './amounts.ts';
import { type AttemptRow, saidWasMade } from './attempts.ts';
import { landed } from './bulk-follow.ts';
import { record } from './engine/record.ts';
import { isCancelled, type Lane, settleMs } from './lane.ts';
import { conflict, lookOnce, oursAmong, strangerAmong } from './looking.ts';
import { settleUntrash } from './out-of-trash.ts';
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
  if (attempt.kind === 'untrash') {
    return await settleUntrash(lane, work, attempt, waitedMs);
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
    return { kind: 'again', work: { ...work, row, stage: 'written' } };
  }
  const wasMade = saidWasMade(attempt);
  // Nobody wants it made any more: its run has ended, or a person cancelled it.
  const isUnwanted = work.item === null || isCancelled(lane);
  const mustAge = wasMade || isUnwanted || (!lane.lister.storeSideKey && !lane.lister.hiddenFirst);
  if (mustAge && !aged) {
    return { kind: 'age', work, attempt };
  }
  if (wasMade) {
    return await deletedUnseen(lane, work);
  }
  if (isUnwanted) {
    await record(lane, work.row, 'neverMade', {
      answer: { looked: 'not there' },
      item: { line: work.item, change: { state: 'cancelled', listingId: work.row.id } },
    });
    return { kind: 'done' };
  }
  const stranger = strangerAmong(candidates, work);
  if (stranger) {
    await conflict(lane, work, stranger);
    return { kind: 'done' };
  }
  if (work.tries.sends >= sendsMax) {
    return await giveUp(lane, work, attempt);
  }
  const write: Write = { work, kind: 'create', target: null, pictures: new Map(), instead: attempt.id };
  return { kind: 'write', write };
}

/** The store made it, as it says itself, and it is not there: deleted before we ever saw it. Only listing again makes another. */
async function deletedUnseen(lane: Lane, work: Work): Promise<Next> {
  const fault = { code: 'store.product-gone', params: {} };
  await record(lane, work.row, 'deletedUnseen', {
    set: { fault },
    answer: { looked: 'not there' },
    item: { line: work.item, change: { state: 'gone', listingId: work.row.id, fault } },
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
    return await shown(lane, work, seen);
  }
  if (work.tries.sends >= sendsMax) {
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
  const row = await record(lane, work.row, 'contentApplied', {
    set: {
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
    },
    answer: { looked: seen.storeProductId, version: seen.version },
  });
  await lane.strike('receipt.after-commit');
  return { kind: 'again', work: { ...work, row, stage: 'written' } };
}

/** Seen by shoppers; or, where it is to stay a draft, no longer under the address that its making gave it. */
function isShown(seen: SeenProduct, { options }: AttemptRow, { row }: Work): boolean {
  return isToBeSeen(options) ? seen.address !== null : seen.handle !== row.key;
}

async function shown(lane: Lane, work: Work, seen: SeenProduct): Promise<Next> {
  const { hash, address, storeProductId } = seen;
  const row = await record(lane, work.row, 'published', {
    set: { published: true, address, listedHash: hash, seenHash: hash, fault: null, field: null },
    answer: { looked: storeProductId },
  });
  return { kind: 'again', work: { ...work, row, stage: 'shown' } };
}

/** Not there any more. A double that was to go is gone; our bound product is told as gone. */
async function missing(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  const answer = { looked: 'not there' };
  if (attempt.kind === 'remove' && attempt.target !== work.row.store_product_id) {
    await record(lane, work.row, 'dropped', { set: { fault: null }, answer });
    return { kind: 'done' };
  }
  const fault = { code: 'store.product-gone', params: {} };
  await record(lane, work.row, 'lost', {
    set: { fault },
    answer,
    item: { line: work.item, change: { state: 'gone', listingId: work.row.id, fault } },
  });
  return { kind: 'done' };
}

async function giveUp(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next> {
  const fault = { code: 'store.unwell', params: {} };
  const { row, item, tries } = work;
  await record(lane, row, row.store_product_id === null ? 'givenUp' : 'updateGivenUp', {
    // What is listed there now is not what was wanted: the next run writes it.
    set: { fault, ...(attempt.kind === 'update' && { sentHash: null }) },
    answer: { sends: tries.sends },
    item: { line: item, change: { state: 'refused', listingId: row.id, fault } },
  });
  return { kind: 'done' };
}
