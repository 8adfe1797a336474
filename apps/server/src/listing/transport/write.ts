import type { Outcome, ToReprice, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { mapAllSettled, mapConcurrently } from '../../async/map-concurrently.ts';
import { gateOf } from '../engine/gate.ts';
import { intendEach, intentOf } from '../engine/intent.ts';
import { record } from '../engine/record.ts';
import { isSure } from '../engine/sends.ts';
import type { Next, Sent, Write } from '../engine/work.ts';
import { lackingHash, wholeHash } from '../ledger/lacking-hash.ts';
import { type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import { sendDependencies } from '../resources/dependencies.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { receive } from './receive.ts';

/** Products whose images and categories are brought at the same time. */
const bringingMax = 4;

/**
 * Records, then sends, writes of one kind in one request; then records each outcome. Those whose row another worker
 * wrote meanwhile are left to that worker.
 */
export async function send(storeJob: StoreJob, given: readonly Write[]): Promise<Next[]> {
  if (toBeBegun(storeJob, given).length === 0) {
    return [];
  }
  const writes = await withHeld(storeJob, await withDependencies(storeJob, toBeBegun(storeJob, given)));
  const reported = await mapAllSettled(await requestsOf(storeJob, writes), (some) =>
    storeJob.slots.run((inTurn) => carried(storeJob, some, inTurn), rankOf(some)),
  );
  const nexts = await mapAllSettled(reported.flat(), (each) =>
    'unsent' in each
      ? neverSent(storeJob, each.sent, each.unsent)
      : receive(storeJob, each.sent, withImages(each.outcome, each.sent)),
  );
  return nexts.flatMap((next) => next ?? []);
}

type KnownOutcome =
  | { sent: Sent; outcome: Exclude<Outcome, { outcome: 'throttled' }> }
  /** Surely never executed, and why. */
  | { sent: Sent; unsent: string };

/** Returns the place of the first of these products in the run; what belongs to no run goes first. */
function rankOf(writes: readonly Write[]): number {
  return Math.min(...writes.map(({ work }) => work.item?.position ?? 0));
}

/** Splits the writes by the requests that they take: an intent is not recorded long before its own request is sent. */
async function requestsOf(
  storeJob: StoreJob,
  writes: readonly Write[],
): Promise<readonly (readonly Write[])[]> {
  const { together } = storeJob.lister.planner;
  if (!together || writes[0]?.kind !== 'update' || writes[0].alone) {
    return [writes];
  }
  const access = await storeJob.session.access(storeJob.cut);
  const items = writes.map((write) => itemOf(write, '', write.work.row));
  const groups = await together(items, access);
  return groups.map((ats) => ats.flatMap((at) => writes[at] ?? []));
}

/** Records the intents, sends the request in its turn, and returns the answer for each. */
async function carried(
  storeJob: StoreJob,
  given: readonly Write[],
  inTurn: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
): Promise<KnownOutcome[]> {
  const requested = costOf(storeJob, given);
  const access = await storeJob.session.access(storeJob.cut);
  // Before the intent: time spent waiting here must not count towards its deadline.
  await storeJob.session.limit.take(requested, storeJob.cut);
  const writes = toBeBegun(storeJob, given);
  const cost = costOf(storeJob, writes);
  storeJob.session.limit.unused(requested - cost);
  if (writes.length === 0) {
    return [];
  }

  const gate = gateOf(storeJob);
  await storeJob.injectFault('intent.before-commit');
  const sent = await intendEach(storeJob, writes, (write, place) => ({
    row: write.work.row,
    details: intentOf(write, place),
  }));
  await storeJob.injectFault('intent.after-commit');
  if (sent.length === 0) {
    storeJob.session.limit.unused(cost);
    return [];
  }
  await storeJob.injectFault('gate.before');
  const outcomes = await inTurn(() => carry(storeJob, sent, access, gate));
  await storeJob.injectFault('answer.parsed');
  if (outcomes === 'never sent') {
    storeJob.session.limit.unused(cost);
    return sent.map((each) => ({ sent: each, unsent: 'too late' }));
  }
  storeJob.answers.count += outcomes.filter(isSure).length;
  const waits = outcomes.flatMap((outcome) => (outcome.outcome === 'throttled' ? [outcome.waitMs] : []));
  if (waits.length > 0) {
    storeJob.session.limit.rest(Math.max(...waits), (cost * waits.length) / sent.length);
  }
  return sent.map((each, index) => {
    const outcome = outcomes[index] ?? { outcome: 'unknown', because: 'no word of this one' };
    return outcome.outcome === 'throttled' ? { sent: each, unsent: 'throttled' } : { sent: each, outcome };
  });
}

function costOf({ lister }: StoreJob, writes: readonly Write[]): number {
  return writes.reduce(
    (sum, { kind, work, alone, former }) =>
      sum +
      (alone && former && lister.writer.amounts
        ? lister.writer.amounts.costOf(work.product, former)
        : lister.planner.costOf(kind, work.product)),
    0,
  );
}

/**
 * Returns the writes that may be sent: nothing new is begun once the run is paused or cancelled, or its store rejects
 * all for one cause; what was begun continues.
 */
export function toBeBegun({ signal, rejections }: StoreJob, writes: readonly Write[]): readonly Write[] {
  return signal.aborted || rejections.reached ? writes.filter(isBegun) : writes;
}

/** Reports whether a write continues a product that this run has begun. */
function isBegun({ work, kind, instead }: Write): boolean {
  if (work.asStored) {
    return instead !== null || work.item?.state !== 'waiting';
  }
  const isFirst = kind === 'create' || kind === 'update';
  return (
    !isFirst ||
    instead !== null ||
    work.stage !== 'untouched' ||
    work.item === null ||
    work.item.state !== 'waiting'
  );
}

/** Adds images that could not be brought to the outcome of the product, which is listed without them. */
function withImages(outcome: Exclude<Outcome, { outcome: 'throttled' }>, { write }: Sent): typeof outcome {
  const failed = write.dependencies?.failed ?? [];
  return outcome.outcome === 'applied' && failed.length > 0
    ? { ...outcome, notes: [...outcome.notes, ...failed] }
    : outcome;
}

/**
 * Brings images and categories first: what a product names must be there, and the product's own deadline has not begun.
 */
async function withDependencies(storeJob: StoreJob, writes: readonly Write[]): Promise<Write[]> {
  const { images, terms } = storeJob.lister.writer;
  return await mapConcurrently(writes, bringingMax, async (write) => {
    const wants = (write.kind === 'create' || write.kind === 'update') && !write.alone;
    if (!wants || !(images ?? terms)) {
      return write;
    }
    const dependencies = await sendDependencies(storeJob, write);
    const hash = dependencies.unconfirmed ? lackingHash(write.work.hash) : wholeHash(write.work.hash);
    return { ...write, dependencies, work: { ...write.work, hash } };
  });
}

/** Reads what a write by id must know of the product in the store, for all of them at once. */
async function withHeld(storeJob: StoreJob, writes: readonly Write[]): Promise<Write[]> {
  const [first] = writes;
  const { held: read } = storeJob.lister.reader;
  if (!read || first?.alone || (first?.kind !== 'update' && first?.kind !== 'publish')) {
    return [...writes];
  }
  const access = await storeJob.session.access(storeJob.cut);
  const ids = writes.map(({ target }) => target ?? '');
  const held = await read(ids, first.kind, access, storeJob.session.context(storeJob.cut));
  return writes.map((write, index) => ({ ...write, held: held[index] ?? null }));
}

async function carry(
  storeJob: StoreJob,
  sent: readonly Sent[],
  access: Awaited<ReturnType<StoreJob['session']['access']>>,
  gate: () => void,
): Promise<Outcome[] | 'never sent'> {
  const context = storeJob.session.context(storeJob.cut, gate);
  const { lister } = storeJob;
  const ids = sent.map(({ write }) => write.target ?? '');
  const items = sent.map(({ write, attemptId, row }) => itemOf(write, attemptId, row));
  try {
    switch (sent[0]?.write.kind) {
      case 'create':
        return await lister.writer.create(items, access, context);
      case 'update': {
        const [first] = sent;
        return first?.write.alone && lister.writer.amounts
          ? await lister.writer.amounts.update(items.flatMap(withFormer), access, context)
          : await lister.writer.update(items, access, context);
      }
      case 'remove':
        return await lister.writer.remove(ids, access, context);
      case 'publish':
        return (await lister.writer.publish?.(items, access, context)) ?? [];
      case undefined:
        return [];
    }
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      return 'never sent';
    }
    // What a lister throws after its gate says nothing about the request's outcome.
    storeJob.services.log.warn(
      { thrown: String(thrown), runId: storeJob.runId },
      'A lister threw within a write',
    );
    return sent.map(() => ({ outcome: 'unknown', because: 'the lister failed' }));
  }
}

function itemOf(write: Write, attemptId: string, row: ListingRow): ToUpdate {
  return {
    attemptId,
    key: row.key,
    product: write.work.product,
    options: write.work.options,
    storeProductId: write.target ?? '',
    images: write.images,
    ...(write.held !== undefined && { held: write.held }),
    ...(write.former && { former: write.former }),
    ...(write.work.late && { landedLate: true as const }),
    ...(write.dependencies?.library && { library: write.dependencies.library }),
    ...(write.dependencies?.staged && { staged: write.dependencies.staged }),
    ...(write.dependencies?.terms && { terms: write.dependencies.terms }),
  };
}

function withFormer(item: ToUpdate): ToReprice[] {
  const { former } = item;
  return former ? [{ ...item, former }] : [];
}

/** Records that nothing was sent: the one certain fact that makes waiting needless. */
async function neverSent(storeJob: StoreJob, { write, row }: Sent, because: string): Promise<Next | null> {
  const { work } = write;
  const isBack = row.store_product_id === null;
  return await unlessFenced(async (): Promise<Next | null> => {
    const back = await record(storeJob, row, 'neverSent', {
      answer: { because },
      item: isBack ? { line: work.item, change: { state: 'waiting', listingId: row.id } } : null,
    });
    return { kind: 'again', work: { ...work, row: back } };
  }, null);
}
