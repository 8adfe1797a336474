import type { Fault } from '@bowerbird/contract/runs';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { record } from '../engine/record.ts';
import { type FailedSends, isSpent } from '../engine/sends.ts';
import type { AttemptRow } from '../ledger/attempts.ts';
import { keptHidden, type ListingRow } from '../ledger/ledger.ts';
import type { ItemRow } from '../runs/items.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { type Action, type ActionWrite, actionLine, actions, isAction, reportAction } from './act.ts';
import { goneAs, isDone, settledAction } from './receive-action.ts';

/** One item with everything known about it now. */
export interface Standing {
  item: ItemRow;
  row: ListingRow;
  /** The open attempt of the row. */
  attempt: AttemptRow | null;
  /** As it was looked at just now; null where it is not in the store, or the row is not bound. */
  seen: SeenProduct | null;
  /** Sends of this worker that came to nothing. */
  sends: FailedSends;
}

/** Resolves an action with an unknown outcome where the look shows it to be done. Returns whether it was. */
export async function settleOpenAction(
  storeJob: StoreJob,
  { item, row, attempt, seen }: Standing,
  ends: ActionWrite['ends'],
): Promise<boolean> {
  const act = actions.find((each) => each === attempt?.kind);
  if (!attempt || !act || !isDone(storeJob, act, seen)) {
    return false;
  }
  const clean = attempt.hash !== null && attempt.hash === row.listed_hash;
  await settledAction(storeJob, writeOf({ item, row, act, ends, clean }), seen);
  return true;
}

/**
 * Returns the next action for a product that is delisted, relisted or removed as the merchant chose; null when the item
 * is decided.
 */
export async function decideAction(
  storeJob: StoreJob,
  act: Action,
  standing: Standing,
): Promise<ActionWrite | null> {
  const { item, row, attempt, seen } = standing;
  const ends = { undoGroup: null };
  const report = (end: Parameters<typeof reportAction>[3]) =>
    inStoreJob(storeJob, (db) => reportAction(db, storeJob, item, end));
  if (row.store_product_id === null) {
    await report(act === 'remove' ? { state: 'done' } : { state: 'cancelled' });
    return null;
  }
  if (row.state === 'gone') {
    await report(goneAs(ends));
    return null;
  }
  if (attempt && !isAction(attempt)) {
    await report({ state: 'refused', fault: { code: 'listing.in-doubt', params: {} } });
    return null;
  }
  if (attempt?.kind === act && (await settleOpenAction(storeJob, standing, ends))) {
    return null;
  }
  if (seen === null) {
    await goneNow(storeJob, standing, ends);
    return null;
  }
  if (act !== 'remove' && attempt === null && isDone(storeJob, act, seen)) {
    await alreadySo(storeJob, standing, act);
    return null;
  }
  const hidden = act === 'relist' ? staysHidden(storeJob, row, seen) : null;
  if (hidden !== null) {
    await report({ state: 'refused', fault: hidden });
    return null;
  }
  if (isSpent(standing.sends)) {
    await giveUp(storeJob, standing, ends);
    return null;
  }
  const clean = seen.hash === row.listed_hash;
  const neverShown = isNeverShown(row, seen);
  const withContent = act === 'relist' && storeJob.lister.writer.visibility.lacksParts?.(seen) === true;
  return writeOf({ item, row, act, ends, clean, neverShown, withContent, instead: attempt?.id ?? null });
}

/**
 * Returns why a product that shoppers never saw is not shown by relisting; null where it may be. What the store keeps
 * otherwise is published only by a person who accepts its values (decision 0055), and a part of a product by nobody.
 */
function staysHidden({ lister }: StoreJob, row: ListingRow, seen: SeenProduct): Fault | null {
  if (!row.published && row.fault?.code === keptHidden) {
    return { code: keptHidden, params: {} };
  }
  const isPart = seen.partial === true && lister.writer.visibility.lacksParts === null;
  return isPart ? { code: 'listing.unfinished', params: {} } : null;
}

/** Reports whether its address is still the one of its creation, under our key. */
function isNeverShown({ key }: ListingRow, { handle }: SeenProduct): boolean {
  return handle?.startsWith(key) === true;
}

export function writeOf(
  given: Pick<ActionWrite, 'item' | 'row' | 'act' | 'ends' | 'clean'> & Partial<ActionWrite>,
): ActionWrite {
  return {
    target: given.row.store_product_id ?? '',
    as: 'draft',
    neverShown: false,
    withContent: false,
    instead: null,
    ...given,
  };
}

/** Records that the product was deleted in the store; this never creates it again. */
export async function goneNow(
  storeJob: StoreJob,
  { item, row }: Standing,
  ends: ActionWrite['ends'],
): Promise<void> {
  const end = goneAs(ends);
  await record(storeJob, row, 'lost', {
    set: { fault: end.fault },
    answer: { looked: 'not there' },
    item: actionLine(item, end),
  });
}

/** Records that the product is already in the wanted state, no matter who did it. */
async function alreadySo(storeJob: StoreJob, { item, row, seen }: Standing, act: Action): Promise<void> {
  await record(storeJob, row, row.check_due ? 'visibilityOwed' : 'alreadySo', {
    set: {
      published: act === 'relist',
      takenDown: act === 'delist',
      address: seen?.address ?? null,
      ...(act === 'delist' && { sentHash: null }),
      ...(row.check_due && { restoresVisibility: true }),
    },
    item: actionLine(item, { state: 'done' }),
  });
}

export async function giveUp(
  storeJob: StoreJob,
  { item, row, attempt, sends }: Standing,
  ends: ActionWrite['ends'],
): Promise<void> {
  const isUndo = ends === null || ends.undoGroup !== null;
  const end = {
    state: 'refused' as const,
    fault: { code: 'store.unwell' as const, params: {} },
    ...(isUndo && { undoGroup: 'impossible' as const, reason: 'refused' as const }),
  };
  if (attempt) {
    await record(storeJob, row, 'dropped', {
      set: { restoresVisibility: isAction(attempt) || row.restores_visibility },
      answer: { sends: sends.all },
      item: actionLine(item, end),
    });
  } else {
    await inStoreJob(storeJob, (db) => reportAction(db, storeJob, item, end));
  }
}
