import type { AppError } from '@bowerbird/contract/errors';
import type { Gate } from '@bowerbird/platforms/net/gated';
import { gateOf } from '../engine/gate.ts';
import { pauseAfter } from '../engine/sends.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { findResourceAttempts, intendResource, type ResourceName, recordResource } from './attempts.ts';
import { thrownIn } from './bring.ts';

/** The most requests of one worker to publish one resource that came to nothing. */
const sendsMax = 3;
/** The same for those that came too late for their gate, or after another worker's. */
const lateMax = 20;
/** Wait after another worker's request, in milliseconds. */
const againMs = 1000;

/**
 * Publishes what an attempt of ours created, once: by its id, so that a request which is applied twice or late
 * publishes it once. What others created is left as it is. A resource that stays unpublished is no reason to list
 * nothing, so nothing is thrown for it; the next run that needs it tries again.
 */
export async function publishResource(
  storeJob: StoreJob,
  name: ResourceName,
  resourceId: string,
  publish: (gate: Gate) => Promise<AppError | null>,
): Promise<void> {
  for (let sends = 0, late = 0; sends < sendsMax && late < lateMax; ) {
    const attempts = await inStoreJob(storeJob, (db) => findResourceAttempts(db, storeJob, name));
    const isOwn = attempts.some(
      ({ action, outcome: column, resource_id }) =>
        action === 'create' && column === 'applied' && resource_id === resourceId,
    );
    const made = attempts.filter(({ action }) => action === 'publish');
    const isDecided = made.some(
      ({ target, outcome: column }) =>
        target === resourceId && (column === 'applied' || column === 'refused'),
    );
    if (!isOwn || isDecided) {
      return;
    }
    // Before the intent, as the time it takes must not count towards the deadline.
    await storeJob.session.limit.take(1, storeJob.cut);
    await storeJob.session.access(storeJob.cut);
    const gate = gateOf(storeJob);
    const instead = made.find(({ outcome: column }) => column === 'open') ?? null;
    const intent = { name, action: 'publish', target: resourceId } as const;
    const attemptId = await inStoreJob(storeJob, (db) => intendResource(db, storeJob, intent, instead));
    if (attemptId === null) {
      storeJob.session.limit.unused(1);
      late += 1;
      await storeJob.clock.sleep(againMs, storeJob.signal);
      continue;
    }
    const outcome = await publish(gate).then(
      (failure) => (failure ? { outcome: 'rejected' as const, failure } : { outcome: 'applied' as const }),
      (thrown: unknown) => thrownIn(storeJob, thrown),
    );
    if (outcome.outcome === 'never-sent') {
      storeJob.session.limit.unused(1);
      late += 1;
    } else {
      sends += 1;
    }
    const isToRepeat = outcome.outcome === 'unknown' && sends < sendsMax;
    const column = {
      applied: 'applied',
      rejected: 'refused',
      unknown: 'open',
      'never-sent': 'never_sent',
    } as const;
    await inStoreJob(storeJob, (db) =>
      recordResource(db, storeJob, attemptId, {
        outcome: column[outcome.outcome],
        answer: 'failure' in outcome ? { said: outcome.failure?.message.slice(0, 240) ?? 'too late' } : {},
      }),
    );
    if (isToRepeat) {
      await storeJob.clock.sleep(pauseAfter(sends), storeJob.signal);
    }
  }
}
