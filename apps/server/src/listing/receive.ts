import type { Fault } from '@bowerbird/contract/runs';
import type { Fate, HalfMade, StoreFault } from '@bowerbird/platforms/listing/writes';
import { noteDoubt, noteFate } from './attempts.ts';
import { checkInMs } from './counted.ts';
import { inLane, type Lane, LaneHeld, settleMs, tellItem } from './lane.ts';
import { Fenced, type ListingRow, type RowChange, writeRow } from './ledger.ts';
import type { Next, Sent, Work } from './work.ts';

type Told = Exclude<Fate, { fate: 'throttled' }>;

/** What a row goes back to when its attempt surely did nothing. */
export function backState(row: ListingRow): 'waiting' | 'listed' {
  return row.store_product_id === null ? 'waiting' : 'listed';
}

/** Takes down what became of a write: the evidence always, the row only under its token. */
export async function receive(lane: Lane, sent: Sent, fate: Told): Promise<Next> {
  const next = await orEvidence(lane, sent.attemptId, fate, () => taken(lane, sent, fate));
  return next ?? { kind: 'done' };
}

async function taken(lane: Lane, sent: Sent, fate: Told): Promise<Next> {
  switch (fate.fate) {
    case 'applied':
      return await applied(lane, sent, fate);
    case 'refused':
      return await refused(lane, sent, fate);
    case 'missing':
      return await gone(lane, sent);
    case 'doubt':
      return await doubtful(lane, sent, fate);
  }
}

/** Null where another decided meanwhile; what we heard is true evidence all the same, and is taken down. */
export async function orEvidence<Done>(
  lane: Lane,
  attemptId: string,
  fate: Told,
  take: () => Promise<Done>,
): Promise<Done | null> {
  try {
    return await take();
  } catch (thrown) {
    if (!(thrown instanceof Fenced)) {
      throw thrown;
    }
    if (fate.fate === 'applied' || fate.fate === 'refused') {
      const { fate: became } = fate;
      const answer = became === 'applied' ? { id: fate.storeProductId, version: fate.version } : fate.answer;
      await inLane(lane, (db) => noteFate(db, lane.ownerId, attemptId, became, answer));
    }
    return null;
  }
}

async function applied(lane: Lane, sent: Sent, fate: Extract<Fate, { fate: 'applied' }>): Promise<Next> {
  const { write, attemptId, row } = sent;
  const { work, kind } = write;
  await lane.strike(kind === 'publish' ? 'publish.before' : 'receipt.before-commit');
  const written = await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'applied', {
      id: fate.storeProductId,
      version: fate.version,
    });
    if (fate.notes.length > 0) {
      const notes = fate.notes.slice(0, 20);
      await tellItem(db, lane, work.item, { state: 'sent', listingId: row.id, notes });
    }
    return await writeRow(db, row, {
      state: 'listed',
      openAttempt: null,
      fault: null,
      field: null,
      ...(kind === 'create' || kind === 'update' ? contentListed(lane, sent, fate) : {}),
      ...(kind === 'publish' && {
        published: true,
        address: fate.address,
        listedHash: fate.hash,
        seenHash: fate.hash,
      }),
    });
  });
  await lane.strike(kind === 'publish' ? 'publish.after' : 'receipt.after-commit');
  if (work.item && (kind === 'create' || kind === 'update') && !fate.halfMade) {
    lane.rejections.accepted();
  }
  return {
    kind: 'again',
    work: {
      ...work,
      row: written,
      ...(kind === 'publish'
        ? { shown: true }
        : {
            written: true,
            finished: write.alone === true && written.published,
            halves: work.halves + (fate.halfMade ? 1 : 0),
            lastHalf: lastHalf(work, fate.halfMade),
          }),
    },
  };
}

/** The same step sent again and again brings a product no further. */
function lastHalf({ lastHalf: before }: Work, halfMade: HalfMade | undefined): Work['lastHalf'] {
  return halfMade ? { ...halfMade, times: before?.step === halfMade.step ? before.times + 1 : 1 } : null;
}

function contentListed(
  lane: Lane,
  { write, attemptId, row }: Sent,
  fate: Extract<Fate, { fate: 'applied' }>,
): RowChange {
  return {
    storeProductId: row.store_product_id ?? fate.storeProductId,
    address: fate.address,
    ...(write.kind === 'create' && { createdByUs: true }),
    // A store may show by its own what it takes new content for.
    published: (write.kind !== 'create' && row.published) || fate.address !== null,
    listedRevision: write.work.revision,
    listedAttempt: attemptId,
    // Not whole yet: what it lacks is written next, by the bound id.
    sentHash: fate.halfMade ? null : write.work.hash,
    listedHash: fate.hash,
    seenHash: fate.hash,
    unhealed: false,
    checkInMs: checkInMs(settleMs(lane)),
  };
}

async function refused(lane: Lane, sent: Sent, fate: Extract<Fate, { fate: 'refused' }>): Promise<Next> {
  const { write, attemptId, row } = sent;
  const [first] = fate.faults;
  const hold = holdFor(first);
  if (hold) {
    await inLane(lane, async (db) => {
      await noteFate(db, lane.ownerId, attemptId, 'refused', fate.answer);
      await writeRow(db, row, { state: backState(row), openAttempt: null });
      await tellItem(db, lane, write.work.item, { state: 'waiting', listingId: row.id });
    });
    throw hold;
  }
  if (write.kind === 'publish') {
    return await notPublished(lane, sent, fate.faults);
  }
  const fault: Fault = { code: first?.code ?? 'store.rejected-product', params: first?.params ?? {} };
  const field = first?.field ?? null;
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'refused', fate.answer);
    await writeRow(db, row, {
      state: 'refused',
      openAttempt: null,
      fault,
      field,
      checkInMs: checkInMs(settleMs(lane)),
    });
    await tellItem(db, lane, write.work.item, {
      state: 'refused',
      listingId: row.id,
      fault,
      field,
      notes: fate.faults.slice(0, 20),
      answered: true,
    });
  });
  if (write.work.item) {
    lane.rejections.rejected({ fault, field });
  }
  return { kind: 'done' };
}

/** Saved is listed; that shoppers do not see it yet is told beside it. */
async function notPublished(
  lane: Lane,
  { write, attemptId, row }: Sent,
  faults: StoreFault[],
): Promise<Next> {
  const fault: Fault = { code: 'store.saved-not-published', params: {} };
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'refused', { said: faults.map(({ said }) => said) });
    await writeRow(db, row, { state: 'listed', openAttempt: null, fault });
    await tellItem(db, lane, write.work.item, {
      state: 'listed',
      listingId: row.id,
      fault,
      notes: faults.slice(0, 20),
    });
  });
  return { kind: 'done' };
}

/** Refusals that are the store's and not the product's: the whole lane rests. */
function holdFor(first: StoreFault | undefined): LaneHeld | null {
  if (first?.code === 'store.daily-cap') {
    return new LaneHeld({ code: first.code, params: {} }, 60 * 60_000);
  }
  if (first?.code === 'store.scope-missing') {
    return new LaneHeld({ code: first.code, params: first.params }, null);
  }
  return null;
}

async function gone(lane: Lane, { write, attemptId, row }: Sent): Promise<Next> {
  const wasBound = write.target === row.store_product_id;
  await inLane(lane, async (db) => {
    await noteFate(db, lane.ownerId, attemptId, 'refused', { because: 'not there any more' });
    const fault: Fault | null = wasBound ? { code: 'store.product-gone', params: {} } : null;
    await writeRow(db, row, { state: wasBound ? 'gone' : 'listed', openAttempt: null, fault });
    if (wasBound) {
      await tellItem(db, lane, write.work.item, { state: 'gone', listingId: row.id, fault });
    }
  });
  return { kind: 'done' };
}

async function doubtful(
  lane: Lane,
  { write, attemptId, row }: Sent,
  { because, wasMade }: Extract<Fate, { fate: 'doubt' }>,
): Promise<Next> {
  await lane.strike('doubt.before-commit');
  const written = await inLane(lane, async (db) => {
    await noteDoubt(db, lane.ownerId, attemptId, because, wasMade);
    const unsure = await writeRow(db, row, { state: 'unsure' });
    await tellItem(db, lane, write.work.item, { state: 'unsure', listingId: row.id });
    return unsure;
  });
  return { kind: 'again', work: { ...write.work, row: written, sends: write.work.sends + 1 } };
}
