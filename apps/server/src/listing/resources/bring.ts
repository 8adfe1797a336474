import { AppError } from '@bowerbird/contract/errors';
import type { Gate } from '@bowerbird/platforms/net/gated';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { gateOf } from '../engine/gate.ts';
import { failedAgain, isSpent, noFailedSends, pauseMs } from '../engine/sends.ts';
import { checkInMs } from '../store-job/counted.ts';
import type { Slots } from '../store-job/slots.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { type ResourceAttempt, type ResourceName, recordResource } from './attempts.ts';
import { type Creates, createsOf, intendCreate, waitFor } from './creates.ts';

/** The store's answer to a request that creates: `unknown` is everything but a sure answer. */
export type Outcome<Found> =
  | { outcome: 'applied'; found: Found }
  | { outcome: 'rejected'; failure: AppError }
  | { outcome: 'unknown'; failure: AppError };

/** Something that products need in a store: looked for, and created where it is not there. */
export interface Resource<Found> extends ResourceName {
  /**
   * When an unknown outcome may be followed by another request. `after-settling`: once the store says that it is not
   * there and the settle period is over, since the store would keep two. `at-once`: the store keeps its name unique.
   * `unused`: at once too, as a second copy belongs to no product and nobody sees it; another worker that is creating
   * it is given some time.
   */
  sendsAgain: 'after-settling' | 'at-once' | 'unused';
  /** Looks for it in the store; null where it is not there. */
  find(): Promise<Found | null>;
  /** Returns the store's id of it. */
  idOf(found: Found): string;
  /** Brings what must be in the store before it. */
  prepare?(): Promise<void>;
  /** Creates it by one request behind the gate. Throws `TooLate` where the gate was shut. */
  create(gate: Gate): Promise<Outcome<Found>>;
  /**
   * Returns the error thrown after several requests with unknown outcomes; `failure` is that of the last, null where
   * its gate was shut.
   */
  unconfirmed(failure: AppError | null): AppError;
}

/**
 * The most requests of one worker for one resource with an unknown outcome, where the store answers no other write
 * either: about two minutes of pauses.
 */
const sendsMax = 8;
/**
 * The same for requests that came too late for their gate, so that nothing was sent: caused by a busy machine of ours,
 * not by the store.
 */
const lateMax = 20;
/**
 * How long, by the shop's counted time, another worker is given to finish a create that may be sent twice, in
 * milliseconds.
 */
const otherMs = 30_000;

/**
 * Finds a resource in the store, or creates it: every request is recorded before it is sent, passes the gate, and is
 * decided afterwards. Of workers that need the same one at once, one creates it and the others wait for it; what a dead
 * worker has left in doubt is decided here too. No transaction is open while the store is called. Throws the store's
 * own failure where it rejects the resource, and `unconfirmed` where the outcome is unknown after several requests.
 */
export async function bringResource<Found>(storeJob: StoreJob, resource: Resource<Found>): Promise<Found> {
  const own = new Set<string>();
  let failure: AppError | null = null;
  let sends = noFailedSends;
  for (let late = 0; ; ) {
    const seen = await createsOf(storeJob, resource);
    const { newest } = seen;
    // Before the look: only a look that follows the waiting proves absence.
    const mayBelieve = newest === null || isAbsenceSure(storeJob, resource, newest, own);
    const found = await resource.find();
    if (found !== null) {
      await recordFound(storeJob, newest, resource.idOf(found));
      return found;
    }
    if (!mayBelieve) {
      await waitFor(storeJob, resource, newest);
      continue;
    }
    if (isSpent(sends, sendsMax) || late === lateMax) {
      throw resource.unconfirmed(failure);
    }
    await resource.prepare?.();
    const sent = await storeJob.slots.run((inTurn) => send(storeJob, resource, seen, inTurn));
    if (sent === null) {
      await waitFor(storeJob, resource, (await createsOf(storeJob, resource)).newest);
      continue;
    }
    own.add(sent.attemptId);
    switch (sent.outcome) {
      case 'applied':
        return sent.found;
      case 'rejected':
        throw sent.failure;
      case 'never-sent':
        late += 1;
        break;
      case 'unknown':
        sends = failedAgain(sends, storeJob.answers.count);
        failure = sent.failure;
        // Before the look, which may find it by then.
        await storeJob.clock.sleep(pauseMs(sends), storeJob.signal);
    }
  }
}

/**
 * Reports whether a resource that a look does not find now is surely not there, or may be created again all the same.
 */
function isAbsenceSure(
  storeJob: StoreJob,
  { sendsAgain }: Pick<Resource<unknown>, 'sendsAgain'>,
  newest: ResourceAttempt,
  own: ReadonlySet<string>,
): boolean {
  const ageMs = storeJob.counted.nowMs - Number(newest.counted_ms);
  switch (sendsAgain) {
    case 'after-settling':
      return ageMs >= checkInMs(settleMs(storeJob));
    case 'at-once':
      return true;
    case 'unused':
      return newest.outcome === 'applied' || own.has(newest.id) || ageMs >= otherMs;
  }
}

async function recordFound(
  storeJob: StoreJob,
  newest: ResourceAttempt | null,
  resourceId: string,
): Promise<void> {
  if (newest?.outcome === 'open') {
    const answer = { looked: resourceId };
    await inStoreJob(storeJob, (db) =>
      recordResource(db, storeJob, newest.id, { outcome: 'applied', resourceId, answer }),
    );
  }
}

type InTurn = Parameters<Parameters<Slots['run']>[0]>[0];

type Sent<Found> = { attemptId: string } & (
  | Outcome<Found>
  /** The gate was shut. */
  | { outcome: 'never-sent'; failure: null }
);

/**
 * Records the intent, sends in its turn, and records the outcome. Null where nothing may be sent now, or where another
 * worker created it since its attempts were `seen`: then a look decides.
 */
async function send<Found>(
  storeJob: StoreJob,
  resource: Resource<Found>,
  seen: Creates,
  inTurn: InTurn,
): Promise<Sent<Found> | null> {
  const { limit } = storeJob.session;
  // Before the intent, so that waiting here and getting a new token do not count towards the deadline.
  await limit.take(1, storeJob.cut);
  await storeJob.session.access(storeJob.cut);
  const gate = gateOf(storeJob);
  const attemptId = await inStoreJob(storeJob, (db) => intendCreate(db, storeJob, resource, seen));
  if (attemptId === null) {
    limit.unused(1);
    return null;
  }
  const outcome = await inTurn(() => resource.create(gate)).catch((thrown: unknown) =>
    thrownIn(storeJob, thrown),
  );
  storeJob.answers.count += outcome.outcome === 'applied' || outcome.outcome === 'rejected' ? 1 : 0;
  await recordOutcome(storeJob, attemptId, outcome, resource);
  if (outcome.outcome === 'never-sent') {
    limit.unused(1);
  } else if (outcome.outcome === 'unknown' && outcome.failure.waitMs !== undefined) {
    limit.rest(outcome.failure.waitMs, 1);
  }
  return { attemptId, ...outcome };
}

/** A shut gate is certain; anything else that is thrown after it says nothing about the outcome. */
export function thrownIn(
  storeJob: StoreJob,
  thrown: unknown,
): { outcome: 'never-sent'; failure: null } | { outcome: 'unknown'; failure: AppError } {
  if (thrown instanceof TooLate) {
    return { outcome: 'never-sent', failure: null };
  }
  storeJob.services.log.warn(
    { thrown: String(thrown), runId: storeJob.runId },
    'A lister threw within a write',
  );
  return { outcome: 'unknown', failure: AppError.from(thrown) };
}

async function recordOutcome<Found>(
  storeJob: StoreJob,
  attemptId: string,
  outcome: Outcome<Found> | { outcome: 'never-sent' },
  resource: Pick<Resource<Found>, 'idOf'>,
): Promise<void> {
  await inStoreJob(storeJob, async (db) => {
    switch (outcome.outcome) {
      case 'applied': {
        const resourceId = resource.idOf(outcome.found);
        return await recordResource(db, storeJob, attemptId, { outcome: 'applied', resourceId, answer: {} });
      }
      case 'rejected':
        return await recordResource(db, storeJob, attemptId, {
          outcome: 'refused',
          answer: said(outcome.failure),
        });
      case 'unknown':
        return await recordResource(db, storeJob, attemptId, {
          outcome: 'open',
          answer: said(outcome.failure),
        });
      case 'never-sent':
        return await recordResource(db, storeJob, attemptId, {
          outcome: 'never_sent',
          answer: { because: 'too late' },
        });
    }
  });
}

function said({ code, message }: AppError): { code: string; said: string } {
  return { code, said: message.slice(0, 240) };
}
