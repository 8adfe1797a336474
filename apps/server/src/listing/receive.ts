import type { Fault } from '@bowerbird/contract/runs';
import type { Fate, HalfMade, StoreFault } from '@bowerbird/platforms/listing/writes';
import { factsOf, nextStep } from './engine/next-step.ts';
import { type RunLine, record, rowAfter } from './engine/record.ts';
import { type Lane, LaneHeld } from './lane.ts';
import { type RowChange, unlessFenced } from './ledger.ts';
import type { Next, Sent, Work } from './work.ts';

type Told = Exclude<Fate, { fate: 'throttled' }>;

/** Takes down what became of a write: the evidence always, the row only under its token. */
export async function receive(lane: Lane, sent: Sent, fate: Told): Promise<Next> {
  return await unlessFenced(() => taken(lane, sent, fate), { kind: 'done' });
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

async function applied(lane: Lane, sent: Sent, fate: Extract<Fate, { fate: 'applied' }>): Promise<Next> {
  const { work, kind } = sent.write;
  const isPublish = kind === 'publish';
  await lane.strike(isPublish ? 'publish.before' : 'receipt.before-commit');
  const event = eventOf(kind);
  const set = { fault: null, field: null, ...(kind !== 'remove' && setBy(sent, fate)) };
  const after = workAfter({ ...work, row: rowAfter(sent.row, event, set) }, sent, fate);
  const isListed = work.item !== null && isAllDone(lane, after);
  const row = await record(lane, sent.row, event, {
    set,
    answer: { id: fate.storeProductId, version: fate.version },
    item: lineAfter(sent, fate.notes, isListed),
  });
  await lane.strike(isPublish ? 'publish.after' : 'receipt.after-commit');
  if (work.item && (kind === 'create' || kind === 'update') && !fate.halfMade) {
    lane.rejections.accepted();
  }
  return isListed ? { kind: 'done' } : { kind: 'again', work: { ...after, row } };
}

/** What this run knows of a product once a write of it was applied. */
function workAfter(work: Work, { write }: Sent, { halfMade }: Extract<Fate, { fate: 'applied' }>): Work {
  const { kind, alone } = write;
  if (kind === 'publish' || kind === 'remove') {
    return { ...work, stage: kind === 'publish' ? 'shown' : work.stage };
  }
  return {
    ...work,
    stage: alone === true && work.row.published ? 'finished' : 'written',
    tries: {
      ...work.tries,
      halves: work.tries.halves + (halfMade ? 1 : 0),
      lastHalf: lastHalf(work, halfMade),
    },
  };
}

/** Nothing is left to be done but to tell it: that goes with the receipt. */
function isAllDone(lane: Lane, work: Work): boolean {
  const step = nextStep(factsOf(lane, work));
  return step === 'tell-listed' && work.row.listed_revision === work.revision;
}

function lineAfter({ write: { work }, row }: Sent, all: readonly StoreFault[], isListed: boolean): RunLine {
  const notes = all.slice(0, 20);
  const told = { listingId: row.id, ...(notes.length > 0 && { notes }) };
  if (isListed) {
    return { line: work.item, change: { ...told, state: 'listed', revision: work.revision, answered: true } };
  }
  return notes.length > 0 ? { line: work.item, change: { ...told, state: 'sent' } } : null;
}

function eventOf(kind: Sent['write']['kind']) {
  return kind === 'publish' ? 'published' : kind === 'remove' ? 'doubleRemoved' : 'contentApplied';
}

/** The same step sent again and again brings a product no further. */
function lastHalf(
  { tries: { lastHalf: before } }: Work,
  halfMade: HalfMade | undefined,
): Work['tries']['lastHalf'] {
  return halfMade ? { ...halfMade, times: before?.step === halfMade.step ? before.times + 1 : 1 } : null;
}

function setBy({ write, attemptId, row }: Sent, fate: Extract<Fate, { fate: 'applied' }>): RowChange {
  if (write.kind === 'publish') {
    return { published: true, address: fate.address, listedHash: fate.hash, seenHash: fate.hash };
  }
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
  };
}

async function refused(lane: Lane, sent: Sent, fate: Extract<Fate, { fate: 'refused' }>): Promise<Next> {
  const { write, row } = sent;
  const { item } = write.work;
  const [first] = fate.faults;
  const hold = holdFor(first);
  if (hold) {
    const change = { state: 'waiting' as const, listingId: row.id };
    await record(lane, row, 'putOff', { answer: fate.answer, item: { line: item, change } });
    throw hold;
  }
  if (write.kind === 'publish') {
    return await notPublished(lane, sent, fate.faults);
  }
  const fault: Fault = { code: first?.code ?? 'store.rejected-product', params: first?.params ?? {} };
  const field = first?.field ?? null;
  const notes = fate.faults.slice(0, 20);
  await record(lane, row, 'rejected', {
    set: { fault, field },
    answer: fate.answer,
    item: {
      line: item,
      change: { state: 'refused', listingId: row.id, fault, field, notes, answered: true },
    },
  });
  if (item) {
    lane.rejections.rejected({ fault, field });
  }
  return { kind: 'done' };
}

/** Saved is listed; that shoppers do not see it yet is told beside it. */
async function notPublished(lane: Lane, { write, row }: Sent, faults: StoreFault[]): Promise<Next> {
  const fault: Fault = { code: 'store.saved-not-published', params: {} };
  const change = { state: 'listed' as const, listingId: row.id, fault, notes: faults.slice(0, 20) };
  await record(lane, row, 'notPublished', {
    set: { fault },
    answer: { said: faults.map(({ said }) => said) },
    item: { line: write.work.item, change },
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

async function gone(lane: Lane, { write, row }: Sent): Promise<Next> {
  const answer = { because: 'not there any more' };
  if (write.target !== row.store_product_id) {
    await record(lane, row, 'putOff', { set: { fault: null }, answer });
    return { kind: 'done' };
  }
  const fault: Fault = { code: 'store.product-gone', params: {} };
  await record(lane, row, 'missing', {
    set: { fault },
    answer,
    item: { line: write.work.item, change: { state: 'gone', listingId: row.id, fault } },
  });
  return { kind: 'done' };
}

async function doubtful(
  lane: Lane,
  { write, attemptId, row }: Sent,
  { because, wasMade }: Extract<Fate, { fate: 'doubt' }>,
): Promise<Next> {
  await lane.strike('doubt.before-commit');
  const { work } = write;
  const unsure = await record(lane, row, 'doubted', {
    notes: [
      { id: attemptId, fate: null, answer: { because, ...(wasMade && { wasMade }) }, isEvidence: false },
    ],
    item: { line: work.item, change: { state: 'unsure', listingId: row.id } },
  });
  return {
    kind: 'again',
    work: { ...work, row: unsure, tries: { ...work.tries, sends: work.tries.sends + 1 } },
  };
}
