import type { Fault } from '@bowerbird/contract/runs';
import type { Json } from '@bowerbird/platforms/context';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Fate, StoreFault } from '@bowerbird/platforms/listing/writes';
import { type AttemptRow, noteDoubt, noteFate } from '../attempts.ts';
import { inLane, type Lane, LaneHeld } from '../lane.ts';
import { Fenced, type ListingRow, writeRow } from '../ledger.ts';
import { backState, orEvidence } from '../receive.ts';
import { type Act, type ActWrite, rowAfter, type SentAct, tellAct } from './act.ts';

const gone: Fault = { code: 'store.product-gone', params: {} };

/** Takes down what became of an act: the evidence always, the row only under its token. */
export async function receiveAct(
  lane: Lane,
  sent: SentAct,
  fate: Exclude<Fate, { fate: 'throttled' }>,
): Promise<void> {
  await orEvidence(lane, sent.attemptId, fate, () => taken(lane, sent, fate));
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
  { write, attemptId, row }: SentAct,
  { hash, address, version }: Extract<Fate, { fate: 'applied' }>,
): Promise<void> {
  await lane.strike('receipt.before-commit');
  await done(lane, write, row, attemptId, { hash, address, answer: { id: write.target, version } });
  await lane.strike('receipt.after-commit');
}

/** An act of unknown fate that a look shows to be done. */
export async function settledAct(
  lane: Lane,
  write: ActWrite,
  attempt: Pick<AttemptRow, 'id'>,
  seen: SeenProduct | null,
): Promise<void> {
  await lane.strike('receipt.before-commit');
  const answer = { looked: seen?.storeProductId ?? 'not there' };
  const { hash, address } = seen ?? { hash: '', address: null };
  await done(lane, write, write.row, attempt.id, { hash, address, answer });
  await lane.strike('receipt.after-commit');
}

async function done(
  lane: Lane,
  { item, act, clean, ends }: Pick<ActWrite, 'item' | 'act' | 'clean' | 'ends'>,
  row: ListingRow,
  attemptId: string,
  { hash, address, answer }: { hash: string; address: string | null; answer: Json },
): Promise<void> {
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'applied', answer);
    await writeRow(db, row, rowAfter(lane, row, act, { hash, address, clean, isWanted: item !== null }));
    if (act === 'remove') {
      await forgetContent(lane, row, db);
    }
    await tellAct(db, lane, item, ends === null ? { state: 'waiting' } : { state: 'done', ...ends });
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
  { write, attemptId, row }: SentAct,
  { faults, answer }: Extract<Fate, { fate: 'refused' }>,
): Promise<void> {
  const [first] = faults;
  const hold = holdFor(first);
  const fault: Fault = { code: first?.code ?? 'store.rejected-product', params: first?.params ?? {} };
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'refused', answer);
    await writeRow(db, row, { state: backState(row), openAttempt: null });
    await tellAct(db, lane, write.item, hold ? { state: 'waiting' } : refusal(write, fault));
  });
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
  const { write, attemptId, row } = sent;
  if (write.act === 'remove' && write.instead !== null) {
    return await settledAct(lane, { ...write, row }, { id: attemptId }, null);
  }
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'refused', { because: 'not there any more' });
    await writeRow(db, row, { state: 'gone', openAttempt: null, fault: gone });
    await tellAct(db, lane, write.item, goneAs(write.ends));
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
  await inLane(lane, async (db) => {
    await noteDoubt(db, lane.ownerId, attemptId, because);
    await writeRow(db, row, { state: 'unsure' });
    await tellAct(db, lane, write.item, { state: 'unsure' });
  });
}

/** The one certain fact that makes looking needless. */
export async function notSent(lane: Lane, { write, attemptId, row }: SentAct, why: string): Promise<void> {
  try {
    await inLane(lane, async (db) => {
      await noteFate(db, lane.ownerId, attemptId, 'never_sent', { because: why });
      await writeRow(db, row, { state: backState(row), openAttempt: null });
      await tellAct(db, lane, write.item, { state: 'waiting' });
    });
  } catch (thrown) {
    if (!(thrown instanceof Fenced)) {
      throw thrown;
    }
    await inLane(lane, (db) => noteFate(db, lane.ownerId, attemptId, 'never_sent', { because: why }));
  }
}

/** Whether a look shows that an act was done. */
export function isDone(lane: Lane, act: Act, seen: SeenProduct | null): boolean {
  if (act === 'remove') {
    return seen === null;
  }
  return seen !== null && lane.lister.shelf?.isHidden(seen) === (act === 'delist');
}
