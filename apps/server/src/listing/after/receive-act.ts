import type { Fault } from '@bowerbird/contract/runs';
import type { Json } from '@bowerbird/platforms/context';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Fate, StoreFault } from '@bowerbird/platforms/listing/writes';
import { record, recordIn } from '../engine/record.ts';
import { inLane, type Lane, LaneHeld } from '../lane.ts';
import { type ListingRow, unlessFenced } from '../ledger.ts';
import { type Act, type ActWrite, actLine, type SentAct, whenDone } from './act.ts';

const gone: Fault = { code: 'store.product-gone', params: {} };

/** Takes down what became of an act: the evidence always, the row only under its token. */
export async function receiveAct(
  lane: Lane,
  sent: SentAct,
  fate: Exclude<Fate, { fate: 'throttled' }>,
): Promise<void> {
  await unlessFenced(() => taken(lane, sent, fate), undefined);
}

async function taken(lane: Lane, sent: SentAct, fate: Exclude<Fate, { fate: 'throttled' }>): Promise<void> {
  switch (fate.fate) {
    case 'applied':
      return await applied(lane, sent, fate);
    case 'refused':
      return await refused(lane, sent, fate);
    case 'missing':
      return await missing(lane, sent);
    case 'doubt':
      return await doubtful(lane, sent, fate.because);
  }
}

async function applied(
  lane: Lane,
  { write, row }: SentAct,
  { hash, address, version }: Extract<Fate, { fate: 'applied' }>,
): Promise<void> {
  await lane.strike('receipt.before-commit');
  await done(lane, write, row, { hash, address, answer: { id: write.target, version } });
  await lane.strike('receipt.after-commit');
}

/** An act of unknown fate that a look shows to be done. */
export async function settledAct(lane: Lane, write: ActWrite, seen: SeenProduct | null): Promise<void> {
  await lane.strike('receipt.before-commit');
  const answer = { looked: seen?.storeProductId ?? 'not there' };
  const { hash, address } = seen ?? { hash: '', address: null };
  await done(lane, write, write.row, { hash, address, answer });
  await lane.strike('receipt.after-commit');
}

async function done(
  lane: Lane,
  { item, act, clean, ends }: Pick<ActWrite, 'item' | 'act' | 'clean' | 'ends'>,
  row: ListingRow,
  { hash, address, answer }: { hash: string; address: string | null; answer: Json },
): Promise<void> {
  const { event, set } = whenDone(lane, row, act, { hash, address, clean, isWanted: item !== null });
  const line = actLine(item, ends === null ? { state: 'waiting' } : { state: 'done', ...ends });
  if (act !== 'remove') {
    await record(lane, row, event, { set, answer, item: line });
    return;
  }
  await inLane(lane, async (db) => {
    await recordIn(db, lane, row, event, { set, answer, item: line });
    await forgetContent(lane, row, db);
  });
}

/** What was removed is written again by nobody. */
async function forgetContent(
  { ownerId }: Lane,
  row: ListingRow,
  db: Parameters<Parameters<typeof inLane>[1]>[0],
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
  lane: Lane,
  { write, row }: SentAct,
  { faults, answer }: Extract<Fate, { fate: 'refused' }>,
): Promise<void> {
  const [first] = faults;
  const hold = holdFor(first);
  const fault: Fault = { code: first?.code ?? 'store.rejected-product', params: first?.params ?? {} };
  const item = actLine(write.item, hold ? { state: 'waiting' } : refusal(write, fault));
  await record(lane, row, 'putOff', { answer, item });
  if (hold) {
    throw hold;
  }
}

function refusal({ ends }: ActWrite, fault: Fault) {
  const isUndo = ends === null || ends.pile !== null;
  return {
    state: 'refused' as const,
    fault,
    ...(isUndo && { pile: 'impossible' as const, reason: 'refused' as const }),
  };
}

/** Refusals that are the store's and not the product's: the whole lane rests. */
function holdFor(first: StoreFault | undefined): LaneHeld | null {
  return first?.code === 'store.scope-missing' || first?.code === 'store.access-denied'
    ? new LaneHeld({ code: first.code, params: first.params }, null)
    : null;
}

/** Not there any more: removed by a send of ours whose answer was lost, or deleted in the store. */
async function missing(lane: Lane, sent: SentAct): Promise<void> {
  const { write, row } = sent;
  if (write.act === 'remove' && write.instead !== null) {
    return await settledAct(lane, { ...write, row }, null);
  }
  await record(lane, row, 'missing', {
    set: { fault: gone },
    answer: { because: 'not there any more' },
    item: actLine(write.item, goneAs(write.ends)),
  });
}

export function goneAs(ends: ActWrite['ends']) {
  const isUndo = ends === null || ends.pile !== null;
  return {
    state: 'gone' as const,
    fault: gone,
    ...(isUndo && { pile: 'impossible' as const, reason: 'gone' as const }),
  };
}

async function doubtful(lane: Lane, { write, attemptId, row }: SentAct, because: string): Promise<void> {
  await lane.strike('doubt.before-commit');
  await record(lane, row, 'doubted', {
    notes: [{ id: attemptId, fate: null, answer: { because }, isEvidence: false }],
    item: actLine(write.item, { state: 'unsure' }),
  });
}

/** The one certain fact that makes looking needless. */
export async function notSent(lane: Lane, { write, row }: SentAct, because: string): Promise<void> {
  const item = actLine(write.item, { state: 'waiting' });
  await unlessFenced(() => record(lane, row, 'neverSent', { answer: { because }, item }), row);
}

/** Whether a look shows that an act was done. */
export function isDone(lane: Lane, act: Act, seen: SeenProduct | null): boolean {
  if (act === 'remove') {
    return seen === null;
  }
  const { shelf } = lane.lister;
  const isWhole = act === 'delist' || (seen !== null && shelf?.lacksParts?.(seen) !== true);
  return seen !== null && isWhole && shelf?.isHidden(seen) === (act === 'delist');
}
