import type { Fault } from '@bowerbird/contract/runs';
import type { Json } from '@bowerbird/platforms/context';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Outcome } from '@bowerbird/platforms/listing/writes';
import { record, recordIn } from '../engine/record.ts';
import { type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import { holdFor, isOfStore } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { type Action, type ActionWrite, actionLine, type SentAction, whenDone } from './act.ts';
import { restoredLine } from './restored-line.ts';

const gone: Fault = { code: 'store.product-gone', params: {} };

/** Records the outcome of an action: the evidence always, the row only under its token. */
export async function receiveAction(
  storeJob: StoreJob,
  sent: SentAction,
  outcome: Exclude<Outcome, { outcome: 'throttled' }>,
): Promise<void> {
  await unlessFenced(() => taken(storeJob, sent, outcome), undefined);
}

async function taken(
  storeJob: StoreJob,
  sent: SentAction,
  outcome: Exclude<Outcome, { outcome: 'throttled' }>,
): Promise<void> {
  switch (outcome.outcome) {
    case 'applied':
      return await applied(storeJob, sent, outcome);
    case 'refused':
      return await refused(storeJob, sent, outcome);
    case 'missing':
      return await missing(storeJob, sent);
    case 'unknown':
      return await unknown(storeJob, sent, outcome.because);
  }
}

async function applied(
  storeJob: StoreJob,
  { write, row }: SentAction,
  { hash, address, version }: Extract<Outcome, { outcome: 'applied' }>,
): Promise<void> {
  await storeJob.injectFault('receipt.before-commit');
  await done(storeJob, write, row, { hash, address, answer: { id: write.target, version } });
  await storeJob.injectFault('receipt.after-commit');
}

/** Records an action with an unknown outcome that a look shows to be done. */
export async function settledAction(
  storeJob: StoreJob,
  write: ActionWrite,
  seen: SeenProduct | null,
): Promise<void> {
  await storeJob.injectFault('receipt.before-commit');
  const answer = { looked: seen?.storeProductId ?? 'not there' };
  const { hash, address } = seen ?? { hash: '', address: null };
  await done(storeJob, write, write.row, { hash, address, answer });
  await storeJob.injectFault('receipt.after-commit');
}

async function done(
  storeJob: StoreJob,
  { item, act, clean, ends }: Pick<ActionWrite, 'item' | 'act' | 'clean' | 'ends'>,
  row: ListingRow,
  { hash, address, answer }: { hash: string; address: string | null; answer: Json },
): Promise<void> {
  const { event, set } = whenDone(storeJob, row, act, { hash, address, clean, isWanted: item !== null });
  const line = actionLine(item, ends === null ? { state: 'waiting' } : { state: 'done', ...ends });
  if (act !== 'remove') {
    const restored = item === null ? await restoredLine(storeJob, row, act) : line;
    await record(storeJob, row, event, { set, answer, item: restored });
    return;
  }
  await inStoreJob(storeJob, async (db) => {
    await recordIn(db, storeJob, row, event, { set, answer, item: line });
    await forgetContent(storeJob, row, db);
  });
}

/** A removed product is never written again, so its content is deleted. */
async function forgetContent(
  { ownerId }: StoreJob,
  row: ListingRow,
  db: Parameters<Parameters<typeof inStoreJob>[1]>[0],
): Promise<void> {
  await db
    .updateTable('listing_attempt')
    .set({ body: null })
    .where('owner_id', '=', ownerId)
    .where('listing_id', '=', row.id)
    .where('body', 'is not', null)
    .execute();
}

async function refused(
  storeJob: StoreJob,
  { write, row }: SentAction,
  { faults, answer }: Extract<Outcome, { outcome: 'refused' }>,
): Promise<void> {
  const [first] = faults;
  const fault: Fault = { code: first?.code ?? 'store.rejected-product', params: first?.params ?? {} };
  const ofStore = first && isOfStore(first) ? first : null;
  const item = actionLine(write.item, ofStore ? { state: 'waiting' } : refusal(write, fault));
  await record(storeJob, row, 'putOff', { answer, item });
  if (ofStore) {
    throw await holdFor(storeJob, ofStore);
  }
}

function refusal({ ends }: ActionWrite, fault: Fault) {
  const isUndo = ends === null || ends.undoGroup !== null;
  return {
    state: 'refused' as const,
    fault,
    ...(isUndo && { undoGroup: 'impossible' as const, reason: 'refused' as const }),
  };
}

/** Not in the store any more: removed by a send of ours whose answer was lost, or deleted in the store. */
async function missing(storeJob: StoreJob, sent: SentAction): Promise<void> {
  const { write, row } = sent;
  if (write.act === 'remove' && write.instead !== null) {
    return await settledAction(storeJob, { ...write, row }, null);
  }
  await record(storeJob, row, 'missing', {
    set: { fault: gone },
    answer: { because: 'not there any more' },
    item: actionLine(write.item, goneAs(write.ends)),
  });
}

export function goneAs(ends: ActionWrite['ends']) {
  const isUndo = ends === null || ends.undoGroup !== null;
  return {
    state: 'gone' as const,
    fault: gone,
    ...(isUndo && { undoGroup: 'impossible' as const, reason: 'gone' as const }),
  };
}

async function unknown(
  storeJob: StoreJob,
  { write, attemptId, row }: SentAction,
  because: string,
): Promise<void> {
  await storeJob.injectFault('unknown.before-commit');
  await record(storeJob, row, 'leftUnknown', {
    notes: [{ id: attemptId, outcome: null, answer: { because }, isEvidence: false }],
    item: actionLine(write.item, { state: 'verifying' }),
  });
}

/** Records that nothing was sent: the one certain fact that makes looking needless. */
export async function notSent(
  storeJob: StoreJob,
  { write, row }: SentAction,
  because: string,
): Promise<void> {
  const item = actionLine(write.item, { state: 'waiting' });
  await unlessFenced(() => record(storeJob, row, 'neverSent', { answer: { because }, item }), row);
}

/** Reports whether a look shows that an action was done. */
export function isDone(storeJob: StoreJob, act: Action, seen: SeenProduct | null): boolean {
  if (act === 'remove') {
    return seen === null;
  }
  const { visibility } = storeJob.lister.writer;
  const isWhole = act === 'delist' || (seen !== null && visibility.lacksParts?.(seen) !== true);
  return seen !== null && isWhole && visibility.isHidden(seen) === (act === 'delist');
}
