import { createHash } from 'node:crypto';
import type { Json } from '@bowerbird/platforms/context';
import type { ListingKey } from '@bowerbird/platforms/listing/product-seen';
import type { Fate } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { v7 } from 'uuid';
import type { AttemptRow } from './attempts.ts';
import { record } from './engine/record.ts';
import { gateOf } from './gate.ts';
import { listingKey } from './key.ts';
import { type Lane, settleMs } from './lane.ts';
import type { ListingRow } from './ledger.ts';
import type { Next, Work } from './work.ts';

/** As many requests as bring a product back: its own, and hundreds of its parts at a time. */
const stepsMax = 40;
/** After so many sends in a run that came to nothing, the product is reported as rejected. */
const sendsMax = 4;

/** The keys that the row's products had, one for each time it was listed as a new one. */
export function keysSoFar(
  { installationId, shopId }: Pick<Lane, 'installationId' | 'shopId'>,
  { product_id, generation }: ListingRow,
): ListingKey[] {
  return Array.from({ length: generation }, (_, before) =>
    listingKey(installationId, product_id, shopId, before + 1),
  );
}

/** What came of taking a product out of the trash: it is out, or was never there; or something else comes first. */
export type OutOfTrash = { isOut: true; row: ListingRow } | { isOut: false; next: Next };

/**
 * Takes a product of ours that was thrown away out of the store's trash again, by its id and hidden; what lies there and is not ours
 * stays. Each step has an attempt of its own, and what is due is asked for anew before each. A step whose outcome is unknown is
 * decided by `settleUntrash` before another is sent: applied late, it would hide the product that was shown meanwhile.
 */
export async function takenOutOfTrash(lane: Lane, work: Work, id: string): Promise<OutOfTrash> {
  const { trash } = lane.lister;
  let { row } = work;
  const { tries } = work;
  for (let steps = 0; trash; steps += 1) {
    const step = await stepDue(lane, row, id);
    if (step === null) {
      break;
    }
    if (steps >= stepsMax || tries.sends >= sendsMax) {
      return { isOut: false, next: await unwell(lane, work, row) };
    }
    const fate = await sendStep(lane, { ...work, row }, id, step);
    row = fate.row;
    if (fate.outcome === 'rejected') {
      break;
    }
    if (fate.outcome === 'unknown') {
      const more = { ...tries, sends: tries.sends + 1 };
      return { isOut: false, next: { kind: 'again', work: { ...work, row, tries: more } } };
    }
  }
  return { isOut: true, row };
}

/**
 * Decides a step of unknown outcome: done where something else is due now and the product is there; not done where the same is still
 * due once the settle period is over.
 */
export async function settleUntrash(
  lane: Lane,
  work: Work,
  attempt: AttemptRow,
  waitedMs: number,
): Promise<Next> {
  const id = attempt.target ?? '';
  await lane.strike('look.before');
  const step = await stepDue(lane, work.row, id);
  const access = await lane.session.access(lane.cut);
  const [seen = null] = await lane.lister.lookByIds([id], access, lane.session.context(lane.cut));
  await lane.strike('look.after');
  await lane.strike('decide.before');
  const isDone = seen !== null && (step === null || hashOf(step) !== attempt.hash);
  const isGone = seen === null && step === null;
  const isSettled = Math.max(waitedMs, Number(attempt.waited_ms)) >= settleMs(lane);
  if (!isDone && !isGone && !isSettled) {
    return { kind: 'age', work, attempt };
  }
  const row = await record(lane, work.row, isDone ? 'takenOutOfTrash' : 'dropped', {
    answer: { looked: isDone ? id : isGone ? 'not there' : 'in the trash' },
  });
  return work.item === null ? { kind: 'done' } : { kind: 'again', work: { ...work, row } };
}

async function stepDue(lane: Lane, row: ListingRow, id: string): Promise<Json | null> {
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  return (await lane.lister.trash?.due(id, keysSoFar(lane, row), access, context)) ?? null;
}

function hashOf(step: Json): string {
  return createHash('sha256').update(JSON.stringify(step)).digest('hex');
}

interface SentStep {
  outcome: 'applied' | 'rejected' | 'unknown' | 'never-sent';
  row: ListingRow;
}

/** Records the intent, sends one step, and records what became of it. Throws `LaneHeld` where nothing may be sent. */
async function sendStep(lane: Lane, work: Work, id: string, step: Json): Promise<SentStep> {
  const { limit } = lane.session;
  const { item, revision, options } = work;
  const access = await lane.session.access(lane.cut);
  // Before the intent: what waits here has not begun its deadline.
  await limit.take(1, lane.cut);
  const gate = gateOf(lane);
  await lane.strike('intent.before-commit');
  const attemptId = v7();
  const row = await record(lane, work.row, 'intended', {
    // It writes the product hidden: a copy of it that lands once shoppers see the product again would hide it.
    set: { restoresVisibility: true },
    opens: {
      id: attemptId,
      kind: 'untrash',
      revision,
      hash: hashOf(step),
      options,
      body: null,
      target: id,
      requestId: v7(),
      line: 0,
      runId: item?.run_id ?? null,
    },
    item: { line: item, change: { state: 'sent', listingId: work.row.id, revision } },
  });
  await lane.strike('intent.after-commit');
  await lane.strike('gate.before');
  const fate = await lane.lister.trash
    ?.bring(step, access, lane.session.context(lane.cut, gate))
    .catch((thrown: unknown) => thrownIn(lane, thrown));
  await lane.strike('answer.parsed');
  switch (fate?.fate) {
    case 'applied':
      return { outcome: 'applied', row: await record(lane, row, 'takenOutOfTrash', { answer: {} }) };
    case 'refused':
    case 'missing':
      return { outcome: 'rejected', row: await record(lane, row, 'putOff', { answer: { fate: fate.fate } }) };
    case 'never-sent':
      limit.unused(1);
      return {
        outcome: 'never-sent',
        row: await record(lane, row, 'neverSent', {
          answer: { because: 'too late' },
          item: { line: item, change: { state: 'waiting', listingId: row.id } },
        }),
      };
    default: {
      if (fate?.fate === 'throttled') {
        limit.rest(fate.waitMs, 1);
      }
      const because = fate?.fate === 'doubt' ? fate.because : 'throttled';
      return {
        outcome: 'unknown',
        row: await record(lane, row, 'doubted', {
          notes: [{ id: attemptId, fate: null, answer: { because }, isEvidence: false }],
          item: { line: item, change: { state: 'unsure', listingId: row.id } },
        }),
      };
    }
  }
}

/** A gate that was shut is certain; what else a lister throws after it says nothing of the outcome. */
function thrownIn(lane: Lane, thrown: unknown): Fate | { fate: 'never-sent' } {
  if (thrown instanceof TooLate) {
    return { fate: 'never-sent' };
  }
  lane.services.log.warn({ thrown: String(thrown), runId: lane.runId }, 'A lister threw within a write');
  return { fate: 'doubt', because: 'the lister failed' };
}

async function unwell(lane: Lane, { item }: Work, row: ListingRow): Promise<Next> {
  const fault = { code: 'store.unwell', params: {} };
  await record(lane, row, 'noted', {
    item: { line: item, change: { state: 'refused', listingId: row.id, fault } },
  });
  return { kind: 'done' };
}
