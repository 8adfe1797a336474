import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { PartialProduct } from '@bowerbird/platforms/listing/writes';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { isActionOnBound, settleActionOnBound } from '../actions/foreign.ts';
import { isAcceptance } from '../as-stored/kept-hidden.ts';
import { record } from '../engine/record.ts';
import { isSpent, pauseMs } from '../engine/sends.ts';
import { type Next, triesAfter, type Work, type Write } from '../engine/work.ts';
import { type AttemptRow, saidWasMade } from '../ledger/attempts.ts';
import { acceptedAs } from '../ledger/ledger.ts';
import { adopt } from '../look-ups/adopt.ts';
import { conflict, lookOnce, oursAmong, unmanagedAmong } from '../look-ups/looking.ts';
import { settleUntrash } from '../look-ups/out-of-trash.ts';
import { isCancelled, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { landed } from '../transport/bulk-follow.ts';
import { categoriesField } from './former.ts';
import { mayHaveGoneAlone, mayLackCategories } from './price-and-inventory.ts';
import { updating } from './updating.ts';

/** What a product lacks that may not have been entered into its categories: nothing shows it but the lost answer. */
const unclearCategories: PartialProduct = {
  step: categoriesField,
  differs: [
    { code: 'store.field-not-kept', params: { field: categoriesField }, field: categoriesField, said: '' },
  ],
};

/**
 * Resolves an attempt with an unknown outcome. Found is believed at once. "Not there" is believed only when S was
 * counted for the attempt and the store was looked at after that, or where waiting is needless: the store keeps our key
 * unique, products are created as drafts, or the write goes by id.
 */
export async function settle(
  storeJob: StoreJob,
  given: Work,
  attempt: AttemptRow,
  waitedMs: number,
): Promise<Next> {
  const work: Work = { ...given, wasInDoubt: true };
  const flown = await landed(storeJob, work, attempt);
  if (flown) {
    return flown;
  }
  if (attempt.kind === 'untrash') {
    return await settleUntrash(storeJob, work, attempt, waitedMs);
  }
  if (isActionOnBound(attempt, work)) {
    const row = await settleActionOnBound(storeJob, work, attempt);
    return work.item === null ? { kind: 'done' } : { kind: 'again', work: { ...work, row, firstLook: null } };
  }
  return attempt.kind === 'create'
    ? await settleCreate(storeJob, work, attempt, Math.max(waitedMs, Number(attempt.waited_ms)))
    : await settleById(storeJob, work, attempt);
}

async function settleCreate(
  storeJob: StoreJob,
  work: Work,
  attempt: AttemptRow,
  waitedMs: number,
): Promise<Next> {
  const aged = waitedMs >= settleMs(storeJob);
  const candidates = await lookOnce(storeJob, work);
  await storeJob.injectFault('decide.before');
  const ours = oursAmong(candidates, work);
  if (ours.length > 0) {
    const row = await adopt(storeJob, work, ours, attempt.id);
    return { kind: 'again', work: { ...work, row, stage: 'written' } };
  }
  const wasMade = saidWasMade(attempt);
  // No longer wanted: its run has ended, or a person cancelled it.
  const isUnwanted = work.item === null || isCancelled(storeJob);
  const { storeSideKey, publication } = storeJob.lister.features;
  const mustAge = wasMade || isUnwanted || (!storeSideKey && publication !== 'draft-first');
  if (mustAge && !aged) {
    return { kind: 'age', work, attempt };
  }
  if (wasMade) {
    return await deletedUnseen(storeJob, work);
  }
  if (isUnwanted) {
    await record(storeJob, work.row, 'neverMade', {
      answer: { looked: 'not there' },
      item: { line: work.item, change: { state: 'cancelled', listingId: work.row.id } },
    });
    return { kind: 'done' };
  }
  const unmanaged = unmanagedAmong(candidates, work);
  if (unmanaged) {
    await conflict(storeJob, work, unmanaged);
    return { kind: 'done' };
  }
  const later = await notNow(storeJob, work, attempt);
  if (later) {
    return later;
  }
  const write: Write = { work, kind: 'create', target: null, images: new Map(), instead: attempt.id };
  return { kind: 'write', write };
}

/**
 * Records a product that the store says it created, and that is not there: deleted before we ever saw it. Only listing
 * again creates another.
 */
async function deletedUnseen(storeJob: StoreJob, work: Work): Promise<Next> {
  const fault = { code: 'store.product-gone', params: {} };
  await record(storeJob, work.row, 'deletedUnseen', {
    set: { fault },
    answer: { looked: 'not there' },
    item: { line: work.item, change: { state: 'gone', listingId: work.row.id, fault } },
  });
  return { kind: 'done' };
}

/** Looks at a write by id by its id, and sends it again without waiting for S: it can create nothing new. */
async function settleById(storeJob: StoreJob, work: Work, attempt: AttemptRow): Promise<Next> {
  const target = attempt.target ?? work.row.store_product_id ?? '';
  await storeJob.injectFault('look.before');
  const access = await storeJob.session.access(storeJob.cut);
  const context = storeJob.session.context(storeJob.cut);
  const [seen] = await storeJob.lister.reader.lookByIds([target], access, context);
  await storeJob.injectFault('look.after');
  await storeJob.injectFault('decide.before');
  if (!seen) {
    return await missing(storeJob, work, attempt);
  }
  // Of prices and inventory alone the store may have rejected one part and kept the mark: they are sent again, being
  // absolute.
  const isOnTop = attempt.kind === 'update' && seen.attemptId === attempt.id;
  if (isOnTop && !(await mayHaveGoneAlone(storeJob, work.row, attempt))) {
    return await applied(storeJob, work, attempt, seen);
  }
  if (attempt.kind === 'publish' && isShown(seen, attempt, work)) {
    return await shown(storeJob, work, attempt, seen);
  }
  if (isAcceptance(attempt) && !work.asStored) {
    return await noLongerAccepted(storeJob, work, seen);
  }
  const later = await notNow(storeJob, work, attempt);
  if (later) {
    return later;
  }
  if (attempt.kind === 'publish' || attempt.kind === 'remove') {
    const write: Write = { work, kind: attempt.kind, target, images: new Map(), instead: attempt.id };
    return { kind: 'write', write };
  }
  return await updating(storeJob, work, target, attempt.id);
}

async function applied(
  storeJob: StoreJob,
  work: Work,
  attempt: AttemptRow,
  seen: SeenProduct,
): Promise<Next> {
  const lacking = (await mayLackCategories(storeJob, work.row, attempt)) ? unclearCategories : undefined;
  await storeJob.injectFault('receipt.before-commit');
  const row = await record(storeJob, work.row, 'contentApplied', {
    set: {
      address: seen.address,
      published: work.row.published || seen.address !== null,
      listedRevision: attempt.revision,
      listedAttempt: attempt.id,
      // What it may lack is written next, by the bound id.
      sentHash: seen.partial || lacking ? null : attempt.hash,
      listedHash: seen.hash,
      seenHash: seen.hash,
      unrepaired: false,
      fault: null,
      field: null,
    },
    answer: { looked: seen.storeProductId, version: seen.version },
  });
  await storeJob.injectFault('receipt.after-commit');
  const tries = triesAfter(work.tries, lacking);
  return { kind: 'again', work: { ...work, row, stage: 'written', tries } };
}

/**
 * Reports whether shoppers see it; or, where it is to stay a draft, whether it no longer has the address of its
 * creation.
 */
function isShown(seen: SeenProduct, { options }: AttemptRow, { row }: Work): boolean {
  return isToBeSeen(options) ? seen.address !== null : seen.handle !== row.key;
}

async function shown(storeJob: StoreJob, work: Work, attempt: AttemptRow, seen: SeenProduct): Promise<Next> {
  const { hash, address, storeProductId } = seen;
  const row = await record(storeJob, work.row, 'published', {
    set: {
      published: true,
      address,
      listedHash: hash,
      seenHash: hash,
      fault: null,
      field: null,
      ...(attempt.hash !== null && acceptedAs(work.row, attempt.hash)),
    },
    answer: { looked: storeProductId },
  });
  return { kind: 'again', work: { ...work, row, stage: 'shown' } };
}

/**
 * Gives up publishing a product as the store keeps it, outside the run of the person who accepted that: it is not sent
 * again, and what may still arrive is seen by the after-check.
 */
async function noLongerAccepted(storeJob: StoreJob, work: Work, seen: SeenProduct): Promise<Next> {
  const row = await record(storeJob, work.row, 'dropped', { answer: { looked: seen.storeProductId } });
  return work.item === null ? { kind: 'done' } : { kind: 'again', work: { ...work, row } };
}

/**
 * Records that the target is not there any more. A duplicate that was to be removed is gone; our bound product is
 * reported as gone.
 */
async function missing(storeJob: StoreJob, work: Work, attempt: AttemptRow): Promise<Next> {
  const answer = { looked: 'not there' };
  if (attempt.kind === 'remove' && attempt.target !== work.row.store_product_id) {
    await record(storeJob, work.row, 'dropped', { set: { fault: null }, answer });
    return { kind: 'done' };
  }
  const fault = { code: 'store.product-gone', params: {} };
  await record(storeJob, work.row, 'lost', {
    set: { fault },
    answer,
    item: { line: work.item, change: { state: 'gone', listingId: work.row.id, fault } },
  });
  return { kind: 'done' };
}

/**
 * Returns what comes in place of sending again: the end, after so many sends in a run that came to nothing that the
 * product is reported as rejected and left to the after-check; or a pause after the last of them.
 */
async function notNow(storeJob: StoreJob, work: Work, attempt: AttemptRow): Promise<Next | null> {
  const { sends } = work.tries;
  if (isSpent(sends)) {
    return await giveUp(storeJob, work, attempt);
  }
  const ms = pauseMs(sends);
  return ms > 0 ? { kind: 'pause', work, ms } : null;
}

async function giveUp(storeJob: StoreJob, work: Work, attempt: AttemptRow): Promise<Next> {
  const fault = { code: 'store.unwell', params: {} };
  const { row, item, tries } = work;
  await record(storeJob, row, row.store_product_id === null ? 'givenUp' : 'updateGivenUp', {
    // What is listed there now is not what was wanted: the next run writes it. What a store keeps otherwise stays so.
    set: { ...(!work.asStored && { fault }), ...(attempt.kind === 'update' && { sentHash: null }) },
    answer: { sends: tries.sends.all },
    item: { line: item, change: { state: 'refused', listingId: row.id, fault } },
  });
  return { kind: 'done' };
}
