import type { Bulk, BulkOperation } from '@bowerbird/platforms/listing/bulk';
import type { Next, Work } from '../engine/work.ts';
import { type AttemptRow, findAttempt } from '../ledger/attempts.ts';
import { type BulkRow, findOpenBulk, noteOperation, waitedFor } from '../ledger/bulk-ledger.ts';
import { findRow } from '../ledger/ledger.ts';
import { inStoreJob, isCancelled, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { takeDown } from './bulk-receive.ts';

/** Operations that this store job follows now; all callers that need one wait for the same. */
const followed = new WeakMap<StoreJob, Map<string, Promise<void>>>();

/**
 * Returns the next step for a product whose open attempt is a line of a bulk operation: nothing else of it is sent
 * before the operation has ended. Null where the attempt belongs to no operation, or to one that ended without a result
 * for it.
 */
export async function landed(storeJob: StoreJob, work: Work, attempt: AttemptRow): Promise<Next | null> {
  const { request_id } = attempt;
  if (!storeJob.lister.writer.bulk || request_id === null) {
    return null;
  }
  const bulk = await inStoreJob(storeJob, (db) => findOpenBulk(db, storeJob.ownerId, request_id));
  if (!bulk) {
    return null;
  }
  await follow(storeJob, bulk);
  const { decided, row } = await inStoreJob(storeJob, async (db) => ({
    decided: await findAttempt(db, storeJob.ownerId, attempt.id),
    row: await findRow(db, storeJob.ownerId, work.row.id),
  }));
  return decided?.outcome === 'refused' || !row
    ? { kind: 'done' }
    : { kind: 'again', work: { ...work, row } };
}

/**
 * Follows an operation to its end and records the outcome of each line; a line without a result is in doubt. A worker
 * that no longer exists may have begun the operation: then it is found by its name. If following is stopped, nothing of
 * the operation is lost.
 */
export function follow(storeJob: StoreJob, bulk: BulkRow): Promise<void> {
  const all = followed.get(storeJob) ?? new Map<string, Promise<void>>();
  followed.set(storeJob, all);
  const running = all.get(bulk.id) ?? toItsEnd(storeJob, bulk).finally(() => all.delete(bulk.id));
  all.set(bulk.id, running);
  return running;
}

async function toItsEnd(storeJob: StoreJob, given: BulkRow): Promise<void> {
  const way = storeJob.lister.writer.bulk;
  if (!way) {
    return;
  }
  let bulk = given;
  let operation = await call(storeJob, way, bulk);
  while (!operation?.ended) {
    // Believed only when it was looked for after the wait.
    if (operation === null && Number(bulk.waited_ms) >= settleMs(storeJob)) {
      break;
    }
    const since = storeJob.clock.monotonic();
    await wait(storeJob, way.pollMs);
    if (operation === null) {
      const now = await inStoreJob(storeJob, (db) => waitedFor(db, bulk, storeJob.clock.monotonic() - since));
      if (!now) {
        return;
      }
      bulk = now;
    }
    operation = await call(storeJob, way, bulk);
  }
  await takeDown(storeJob, way, bulk, operation);
}

/** A paused run leaves its operation to the store; for a cancelled run what is on its way is brought to its end. */
async function wait(storeJob: StoreJob, ms: number): Promise<void> {
  await storeJob.clock
    .sleep(ms, isCancelled(storeJob) ? storeJob.cut : storeJob.signal)
    .catch((thrown: unknown) => {
      if (storeJob.cut.aborted || !isCancelled(storeJob)) {
        throw thrown;
      }
    });
}

/** Looks once; records the results of an operation that has ended, and leaves one that has not. */
export async function takeUpIfEnded(storeJob: StoreJob, bulk: BulkRow): Promise<void> {
  const way = storeJob.lister.writer.bulk;
  const operation = way && (await call(storeJob, way, bulk));
  if (operation?.ended) {
    await follow(storeJob, bulk);
  }
}

async function call(storeJob: StoreJob, way: Bulk, bulk: BulkRow): Promise<BulkOperation | null> {
  const access = await storeJob.session.access(storeJob.cut);
  const context = storeJob.session.context(storeJob.cut);
  if (bulk.operation !== null) {
    const polled = await way.poll(bulk.operation, access, context);
    await storeJob.injectFault('bulk.poll');
    return polled;
  }
  const found = await way.find(bulk.id, access, context);
  await storeJob.injectFault('bulk.poll');
  if (found) {
    bulk.operation = found.id;
    await inStoreJob(storeJob, (db) => noteOperation(db, storeJob.ownerId, bulk.id, found.id));
  }
  return found;
}
