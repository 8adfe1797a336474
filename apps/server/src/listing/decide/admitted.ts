import { AppError } from '@bowerbird/contract/errors';
import { admitListings, isStanding } from '../../billing/quotas.ts';
import type { Next } from '../engine/work.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/**
 * Returns which of the next writes may be made: a product new in the store is counted once towards the merchant's plan,
 * before its intent is recorded; it is not checked after that. What has no room is left out, and `storeJob.plan` says
 * why. What is in the store already, or was begun before, always continues.
 */
export async function admitted(storeJob: StoreJob, nexts: readonly Next[]): Promise<Next[]> {
  const rows = nexts.flatMap((next) => (begins(next) ? [next.write.work.row] : []));
  if (rows.length === 0) {
    return [...nexts];
  }
  const { admitted: known, reached } = await inStoreJob(storeJob, (db) =>
    admitListings(
      db,
      storeJob.ownerId,
      rows.map(({ id, generation }) => ({ id, generation })),
    ),
  ).catch((thrown: unknown) => {
    const failure = AppError.from(thrown);
    if (!isStanding(failure)) {
      throw thrown;
    }
    return { admitted: new Set<string>(), reached: failure };
  });
  storeJob.plan.reached ??= reached;
  return nexts.filter((next) => !begins(next) || known.has(next.write.work.row.id));
}

/**
 * Reports whether this is a product's first create in a store; a create sent in place of one that surely failed was
 * counted with it.
 */
function begins(next: Next): next is Next & { kind: 'write' } {
  return next.kind === 'write' && next.write.kind === 'create' && next.write.instead === null;
}
