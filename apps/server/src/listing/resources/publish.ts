import type { AppError } from '@bowerbird/contract/errors';
import type { Gate } from '@bowerbird/platforms/gated';
import { gateOf } from '../gate.ts';
import { inLane, type Lane } from '../lane.ts';
import { findResourceAttempts, intendResource, type ResourceName, recordResource } from './attempts.ts';
import { thrownIn } from './bring.ts';

/** Requests of one worker to publish one resource that came to nothing. */
const sendsMax = 3;
/** The same of those that came too late for their gate, or after another worker's. */
const lateMax = 20;
/** How long after another worker's, in milliseconds. */
const againMs = 1000;

/**
 * Publishes what an attempt of ours created, once: by its id, so that a request which is applied twice or late publishes it once. What
 * somebody else created is left as it is. A resource that stays unpublished is no reason to list nothing, so nothing is thrown for it;
 * the next run that needs it tries again.
 */
export async function publishResource(
  lane: Lane,
  name: ResourceName,
  resourceId: string,
  publish: (gate: Gate) => Promise<AppError | null>,
): Promise<void> {
  for (let sends = 0, late = 0; sends < sendsMax && late < lateMax; ) {
    const attempts = await inLane(lane, (db) => findResourceAttempts(db, lane, name));
    const isOwn = attempts.some(
      ({ action, fate, resource_id }) =>
        action === 'create' && fate === 'applied' && resource_id === resourceId,
    );
    const made = attempts.filter(({ action }) => action === 'publish');
    const isDecided = made.some(
      ({ target, fate }) => target === resourceId && (fate === 'applied' || fate === 'refused'),
    );
    if (!isOwn || isDecided) {
      return;
    }
    // Before the intent, as what it takes is none of the deadline's.
    await lane.session.limit.take(1, lane.cut);
    await lane.session.access(lane.cut);
    const gate = gateOf(lane);
    const instead = made.find(({ fate }) => fate === 'open') ?? null;
    const intent = { name, action: 'publish', target: resourceId } as const;
    const attemptId = await inLane(lane, (db) => intendResource(db, lane, intent, instead));
    if (attemptId === null) {
      lane.session.limit.unused(1);
      late += 1;
      await lane.clock.sleep(againMs, lane.signal);
      continue;
    }
    const outcome = await publish(gate).then(
      (failure) => (failure ? { outcome: 'rejected' as const, failure } : { outcome: 'applied' as const }),
      (thrown: unknown) => thrownIn(lane, thrown),
    );
    if (outcome.outcome === 'never-sent') {
      lane.session.limit.unused(1);
      late += 1;
    } else {
      sends += 1;
    }
    const fate = {
      applied: 'applied',
      rejected: 'refused',
      unknown: 'open',
      'never-sent': 'never_sent',
    } as const;
    await inLane(lane, (db) =>
      recordResource(db, lane, attemptId, {
        fate: fate[outcome.outcome],
        answer: 'failure' in outcome ? { said: outcome.failure?.message.slice(0, 240) ?? 'too late' } : {},
      }),
    );
  }
}
