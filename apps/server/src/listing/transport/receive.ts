import type { Fault } from '@bowerbird/contract/runs';
import type { Outcome, StoreFault } from '@bowerbird/platforms/listing/writes';
import { factsOf, nextStep } from '../engine/next-step.ts';
import { type RunLine, record, rowAfter } from '../engine/record.ts';
import { failedAgain } from '../engine/sends.ts';
import { endOf, type Next, type Sent, triesAfter, type Work } from '../engine/work.ts';
import { acceptedAs, type RowChange, unlessFenced } from '../ledger/ledger.ts';
import { holdFor, isOfStore } from '../store-job/guarded.ts';
import type { StoreJob } from '../store-job/store-job.ts';

type KnownOutcome = Exclude<Outcome, { outcome: 'throttled' }>;

/** Records the outcome of a write: the evidence always, the row only under its token. */
export async function receive(storeJob: StoreJob, sent: Sent, outcome: KnownOutcome): Promise<Next> {
  return await unlessFenced(() => taken(storeJob, sent, outcome), { kind: 'done' });
}

async function taken(storeJob: StoreJob, sent: Sent, outcome: KnownOutcome): Promise<Next> {
  switch (outcome.outcome) {
    case 'applied':
      return await applied(storeJob, sent, outcome);
    case 'refused':
      return await refused(storeJob, sent, outcome);
    case 'missing':
      return await gone(storeJob, sent);
    case 'unknown':
      return await unknown(storeJob, sent, outcome);
  }
}

async function applied(
  storeJob: StoreJob,
  sent: Sent,
  outcome: Extract<Outcome, { outcome: 'applied' }>,
): Promise<Next> {
  const { work, kind } = sent.write;
  const isPublish = kind === 'publish';
  await storeJob.injectFault(isPublish ? 'publish.before' : 'receipt.before-commit');
  const event = eventOf(kind);
  const set = { fault: null, field: null, ...(kind !== 'remove' && setBy(sent, outcome)) };
  const after = workAfter({ ...work, row: rowAfter(sent.row, event, set) }, sent, outcome);
  const isListed = work.item !== null && isAllDone(storeJob, after);
  const row = await record(storeJob, sent.row, event, {
    set,
    // The target of every other write is known.
    answer: { ...(kind === 'create' && { id: outcome.storeProductId }), version: outcome.version },
    item: lineAfter(sent, outcome.notes, isListed),
  });
  await storeJob.injectFault(isPublish ? 'publish.after' : 'receipt.after-commit');
  if (work.item && (kind === 'create' || kind === 'update') && !outcome.partial) {
    storeJob.rejections.accepted();
  }
  return isListed ? { kind: 'done' } : { kind: 'again', work: { ...after, row } };
}

/** Returns what this run knows of a product once a write of it was applied. */
function workAfter(work: Work, { write }: Sent, { partial }: Extract<Outcome, { outcome: 'applied' }>): Work {
  const { kind, alone } = write;
  if (kind === 'publish' || kind === 'remove') {
    return { ...work, stage: kind === 'publish' ? 'shown' : work.stage };
  }
  return {
    ...work,
    stage: alone === true && work.row.published ? 'finished' : 'written',
    tries: triesAfter(work.tries, partial),
  };
}

/** Reports whether only recording the end is left, which goes with the receipt. */
function isAllDone(storeJob: StoreJob, work: Work): boolean {
  const step = nextStep(factsOf(storeJob, work));
  return step === 'report-listed' && work.row.listed_revision === work.revision;
}

function lineAfter({ write: { work }, row }: Sent, all: readonly StoreFault[], isListed: boolean): RunLine {
  const notes = all.slice(0, 20);
  const reported = { listingId: row.id, ...(notes.length > 0 && { notes }) };
  if (isListed) {
    return {
      line: work.item,
      change: { ...reported, state: endOf(work), revision: work.revision, answered: true },
    };
  }
  return notes.length > 0 ? { line: work.item, change: { ...reported, state: 'sent' } } : null;
}

function eventOf(kind: Sent['write']['kind']) {
  return kind === 'publish' ? 'published' : kind === 'remove' ? 'doubleRemoved' : 'contentApplied';
}

function setBy(
  { write, attemptId, row }: Sent,
  outcome: Extract<Outcome, { outcome: 'applied' }>,
): RowChange {
  if (write.kind === 'publish') {
    return {
      published: true,
      address: outcome.address,
      listedHash: outcome.hash,
      seenHash: outcome.hash,
      ...(write.work.asStored && acceptedAs(row, write.work.hash)),
    };
  }
  return {
    storeProductId: row.store_product_id ?? outcome.storeProductId,
    address: outcome.address,
    ...(write.kind === 'create' && { createdByUs: true }),
    // A store may show by its own what it takes new content for.
    published: (write.kind !== 'create' && row.published) || outcome.address !== null,
    listedRevision: write.work.revision,
    listedAttempt: attemptId,
    // Not whole yet: what it lacks is written next, by the bound id.
    sentHash: outcome.partial ? null : write.work.hash,
    listedHash: outcome.hash,
    seenHash: outcome.hash,
    unrepaired: false,
  };
}

async function refused(
  storeJob: StoreJob,
  sent: Sent,
  outcome: Extract<Outcome, { outcome: 'refused' }>,
): Promise<Next> {
  const { write, row } = sent;
  const { item } = write.work;
  const [first] = outcome.faults;
  if (first && isOfStore(first)) {
    const change = { state: 'waiting' as const, listingId: row.id };
    await record(storeJob, row, 'putOff', { answer: outcome.answer, item: { line: item, change } });
    throw await holdFor(storeJob, first);
  }
  if (write.kind === 'publish') {
    return await notPublished(storeJob, sent, outcome.faults);
  }
  const fault: Fault = { code: first?.code ?? 'store.rejected-product', params: first?.params ?? {} };
  const field = first?.field ?? null;
  const notes = outcome.faults.slice(0, 20);
  await record(storeJob, row, 'rejected', {
    set: { fault, field },
    answer: outcome.answer,
    item: {
      line: item,
      change: { state: 'refused', listingId: row.id, fault, field, notes, answered: true },
    },
  });
  if (item) {
    storeJob.rejections.rejected({ fault, field });
  }
  return { kind: 'done' };
}

/** Records a product as listed because it was saved; that shoppers do not see it yet is reported as well. */
async function notPublished(storeJob: StoreJob, { write, row }: Sent, faults: StoreFault[]): Promise<Next> {
  const fault: Fault = { code: 'store.saved-not-published', params: {} };
  const { asStored } = write.work;
  const state = asStored ? ('refused' as const) : ('listed' as const);
  const change = { state, listingId: row.id, fault, notes: faults.slice(0, 20) };
  await record(storeJob, row, 'notPublished', {
    // What the store keeps otherwise still waits for a person's decision.
    set: asStored ? {} : { fault },
    answer: { said: faults.map(({ said }) => said) },
    item: { line: write.work.item, change },
  });
  return { kind: 'done' };
}

async function gone(storeJob: StoreJob, { write, row }: Sent): Promise<Next> {
  const answer = { because: 'not there any more' };
  if (write.target !== row.store_product_id) {
    await record(storeJob, row, 'putOff', { set: { fault: null }, answer });
    return { kind: 'done' };
  }
  const fault: Fault = { code: 'store.product-gone', params: {} };
  await record(storeJob, row, 'missing', {
    set: { fault },
    answer,
    item: { line: write.work.item, change: { state: 'gone', listingId: row.id, fault } },
  });
  return { kind: 'done' };
}

async function unknown(
  storeJob: StoreJob,
  { write, attemptId, row }: Sent,
  { because, wasMade }: Extract<Outcome, { outcome: 'unknown' }>,
): Promise<Next> {
  await storeJob.injectFault('unknown.before-commit');
  const { work } = write;
  const inDoubt = await record(storeJob, row, 'leftUnknown', {
    notes: [
      { id: attemptId, outcome: null, answer: { because, ...(wasMade && { wasMade }) }, isEvidence: false },
    ],
    item: { line: work.item, change: { state: 'verifying', listingId: row.id } },
  });
  return {
    kind: 'again',
    work: {
      ...work,
      row: inDoubt,
      tries: { ...work.tries, sends: failedAgain(work.tries.sends, storeJob.answers.count) },
    },
  };
}
