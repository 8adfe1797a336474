import { createHash } from 'node:crypto';
import type { Json } from '@bowerbird/platforms/context';
import type { ListingKey } from '@bowerbird/platforms/listing/product-seen';
import type { Outcome } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { gateOf } from '../engine/gate.ts';
import { record } from '../engine/record.ts';
import { failedAgain, isSpent } from '../engine/sends.ts';
import type { Next, Work } from '../engine/work.ts';
import { type AttemptRow, countedNow } from '../ledger/attempts.ts';
import { listingKey } from '../ledger/key.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { checkInMs } from '../store-job/counted.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';

/** The most requests that restore one product: its own, and one for each few hundred of its parts. */
const stepsMax = 40;

/** Returns the keys that the row's product has had, one for each generation. */
export function keysSoFar(
  { installationId, shopId }: Pick<StoreJob, 'installationId' | 'shopId'>,
  { product_id, generation }: ListingRow,
): ListingKey[] {
  return Array.from({ length: generation }, (_, before) =>
    listingKey(installationId, product_id, shopId, before + 1),
  );
}

/**
 * Reports whether a removal of ours may still arrive and throw the product away once it is out of the trash: one whose
 * outcome no answer reported, and after which the settle period has not been counted yet.
 */
export async function mayBeTrashedAgain(storeJob: StoreJob, row: ListingRow, id: string): Promise<boolean> {
  const { rows } = await inStoreJob(storeJob, (db) =>
    sql`
      select from listing_attempt as attempt
      where attempt.owner_id = ${storeJob.ownerId} and attempt.listing_id = ${row.id}
        and attempt.kind = 'remove' and attempt.target = ${id}
        and (attempt.outcome = 'absent' or attempt.outcome = 'applied' and attempt.answer ? 'looked')
        and attempt.counted_ms + ${checkInMs(settleMs(storeJob))}::bigint > ${countedNow(storeJob.shopId)}
      limit 1
    `.execute(db),
  );
  return rows.length > 0;
}

/** The result of taking a product out of the trash: it is out, or was never there; or something else comes first. */
export type OutOfTrash = { isOut: true; row: ListingRow } | { isOut: false; next: Next };

/**
 * Takes a trashed product of ours out of the store's trash again, by its id and hidden; what is in the trash and is not
 * ours stays. Each step has an attempt of its own, and what is due is read again before each. A step whose outcome is
 * unknown is decided by `settleUntrash` before another is sent: applied late, it would hide the product that was shown
 * meanwhile.
 */
export async function takenOutOfTrash(storeJob: StoreJob, work: Work, id: string): Promise<OutOfTrash> {
  const { trash } = storeJob.lister.writer;
  let { row } = work;
  const { tries } = work;
  for (let steps = 0; trash; steps += 1) {
    const step = await stepDue(storeJob, row, id);
    if (step === null) {
      break;
    }
    if (steps >= stepsMax || isSpent(tries.sends)) {
      return { isOut: false, next: await unwell(storeJob, work, row) };
    }
    const outcome = await sendStep(storeJob, { ...work, row }, id, step);
    row = outcome.row;
    if (outcome.outcome === 'rejected') {
      break;
    }
    if (outcome.outcome === 'unknown') {
      const more = { ...tries, sends: failedAgain(tries.sends, storeJob.answers.count) };
      return { isOut: false, next: { kind: 'again', work: { ...work, row, tries: more } } };
    }
  }
  return { isOut: true, row };
}

/**
 * Decides a step with an unknown outcome: done where something else is due now and the product is there; not done where
 * the same step is still due once the settle period is over.
 */
export async function settleUntrash(
  storeJob: StoreJob,
  work: Work,
  attempt: AttemptRow,
  waitedMs: number,
): Promise<Next> {
  const id = attempt.target ?? '';
  await storeJob.injectFault('look.before');
  const step = await stepDue(storeJob, work.row, id);
  const access = await storeJob.session.access(storeJob.cut);
  const [seen = null] = await storeJob.lister.reader.lookByIds(
    [id],
    access,
    storeJob.session.context(storeJob.cut),
  );
  await storeJob.injectFault('look.after');
  await storeJob.injectFault('decide.before');
  const isDone = seen !== null && (step === null || hashOf(step) !== attempt.hash);
  const isGone = seen === null && step === null;
  const isSettled = Math.max(waitedMs, Number(attempt.waited_ms)) >= settleMs(storeJob);
  if (!isDone && !isGone && !isSettled) {
    return { kind: 'age', work, attempt };
  }
  const row = await record(storeJob, work.row, isDone ? 'takenOutOfTrash' : 'dropped', {
    answer: { looked: isDone ? id : isGone ? 'not there' : 'in the trash' },
  });
  return work.item === null ? { kind: 'done' } : { kind: 'again', work: { ...work, row } };
}

async function stepDue(storeJob: StoreJob, row: ListingRow, id: string): Promise<Json | null> {
  const access = await storeJob.session.access(storeJob.cut);
  const context = storeJob.session.context(storeJob.cut);
  return (await storeJob.lister.writer.trash?.due(id, keysSoFar(storeJob, row), access, context)) ?? null;
}

function hashOf(step: Json): string {
  return createHash('sha256').update(JSON.stringify(step)).digest('hex');
}

interface SentStep {
  outcome: 'applied' | 'rejected' | 'unknown' | 'never-sent';
  row: ListingRow;
}

/** Records the intent, sends one step, and records its outcome. Throws `StoreJobHeld` where nothing may be sent. */
async function sendStep(storeJob: StoreJob, work: Work, id: string, step: Json): Promise<SentStep> {
  const { limit } = storeJob.session;
  const { item, revision, options } = work;
  const access = await storeJob.session.access(storeJob.cut);
  // Before the intent: time spent waiting here must not count towards its deadline.
  await limit.take(1, storeJob.cut);
  const gate = gateOf(storeJob);
  await storeJob.injectFault('intent.before-commit');
  const attemptId = v7();
  const row = await record(storeJob, work.row, 'intended', {
    // It writes the product hidden: a copy of it that arrives once shoppers see the product again would hide it.
    set: { restoresVisibility: true },
    opens: {
      id: attemptId,
      kind: 'untrash',
      revision,
      hash: hashOf(step),
      options,
      body: null,
      target: id,
      bulk: null,
      runId: item?.run_id ?? null,
    },
    item: { line: item, change: { state: 'sent', listingId: work.row.id, revision } },
  });
  await storeJob.injectFault('intent.after-commit');
  await storeJob.injectFault('gate.before');
  const outcome = await storeJob.lister.writer.trash
    ?.bring(step, access, storeJob.session.context(storeJob.cut, gate))
    .catch((thrown: unknown) => thrownIn(storeJob, thrown));
  await storeJob.injectFault('answer.parsed');
  switch (outcome?.outcome) {
    case 'applied':
      storeJob.answers.count += 1;
      return { outcome: 'applied', row: await record(storeJob, row, 'takenOutOfTrash', { answer: {} }) };
    case 'refused':
    case 'missing':
      return {
        outcome: 'rejected',
        row: await record(storeJob, row, 'putOff', { answer: { outcome: outcome.outcome } }),
      };
    case 'never-sent':
      limit.unused(1);
      return {
        outcome: 'never-sent',
        row: await record(storeJob, row, 'neverSent', {
          answer: { because: 'too late' },
          item: { line: item, change: { state: 'waiting', listingId: row.id } },
        }),
      };
    default: {
      if (outcome?.outcome === 'throttled') {
        limit.rest(outcome.waitMs, 1);
      }
      const because = outcome?.outcome === 'unknown' ? outcome.because : 'throttled';
      return {
        outcome: 'unknown',
        row: await record(storeJob, row, 'leftUnknown', {
          notes: [{ id: attemptId, outcome: null, answer: { because }, isEvidence: false }],
          item: { line: item, change: { state: 'verifying', listingId: row.id } },
        }),
      };
    }
  }
}

/** A shut gate is certain; anything else a lister throws after it says nothing about the outcome. */
function thrownIn(storeJob: StoreJob, thrown: unknown): Outcome | { outcome: 'never-sent' } {
  if (thrown instanceof TooLate) {
    return { outcome: 'never-sent' };
  }
  storeJob.services.log.warn(
    { thrown: String(thrown), runId: storeJob.runId },
    'A lister threw within a write',
  );
  return { outcome: 'unknown', because: 'the lister failed' };
}

async function unwell(storeJob: StoreJob, { item }: Work, row: ListingRow): Promise<Next> {
  const fault = { code: 'store.unwell', params: {} };
  await record(storeJob, row, 'noted', {
    item: { line: item, change: { state: 'refused', listingId: row.id, fault } },
  });
  return { kind: 'done' };
}
