import type { Bulk, BulkOperation } from '@bowerbird/platforms/listing/bulk';
import { type AttemptRow, findAttempt } from './attempts.ts';
import { type BulkRow, findOpenBulk, noteOperation, waitedFor } from './bulk-ledger.ts';
import { takeDown } from './bulk-receive.ts';
import { inLane, isCancelled, type Lane, settleMs } from './lane.ts';
import { findRow } from './ledger.ts';
import type { Next, Work } from './work.ts';

/** Operations that this lane follows now; all who need one wait for the same. */
const followed = new WeakMap<Lane, Map<string, Promise<void>>>();

/**
 * What comes next for a product whose open attempt is a line of a bulk operation: nothing else of it is sent before that has
 * ended. Null where the attempt is of no operation, or of one that ended without a word of it.
 */
export async function landed(lane: Lane, work: Work, attempt: AttemptRow): Promise<Next | null> {
  if (!lane.lister.bulk) {
    return null;
  }
  const bulk = await inLane(lane, (db) => findOpenBulk(db, lane.ownerId, attempt.request_id));
  if (!bulk) {
    return null;
  }
  await follow(lane, bulk);
  const { decided, row } = await inLane(lane, async (db) => ({
    decided: await findAttempt(db, lane.ownerId, attempt.id),
    row: await findRow(db, lane.ownerId, work.row.id),
  }));
  return decided?.fate === 'refused' || !row ? { kind: 'done' } : { kind: 'again', work: { ...work, row } };
}

/**
 * Follows an operation to its end and takes down what became of each line; a line without a word is a doubt. It may have been
 * begun by a worker that is no more: then it is found by its name. Stopped, nothing of it is lost.
 */
export function follow(lane: Lane, bulk: BulkRow): Promise<void> {
  const all = followed.get(lane) ?? new Map<string, Promise<void>>();
  followed.set(lane, all);
  const running = all.get(bulk.id) ?? toItsEnd(lane, bulk).finally(() => all.delete(bulk.id));
  all.set(bulk.id, running);
  return running;
}

async function toItsEnd(lane: Lane, given: BulkRow): Promise<void> {
  const way = lane.lister.bulk;
  if (!way) {
    return;
  }
  let bulk = given;
  let operation = await ask(lane, way, bulk);
  while (!operation?.ended) {
    // Believed only when it was looked for after the wait.
    if (operation === null && Number(bulk.waited_ms) >= settleMs(lane)) {
      break;
    }
    const since = lane.clock.monotonic();
    await wait(lane, way.pollMs);
    if (operation === null) {
      const now = await inLane(lane, (db) => waitedFor(db, bulk, lane.clock.monotonic() - since));
      if (!now) {
        return;
      }
      bulk = now;
    }
    operation = await ask(lane, way, bulk);
  }
  await takeDown(lane, way, bulk, operation);
}

/** A paused run leaves its operation to the store; for a cancelled one what is on its way is brought to its end. */
async function wait(lane: Lane, ms: number): Promise<void> {
  await lane.clock.sleep(ms, isCancelled(lane) ? lane.cut : lane.signal).catch((thrown: unknown) => {
    if (lane.cut.aborted || !isCancelled(lane)) {
      throw thrown;
    }
  });
}

/** Looks once; takes down the results of an operation that has ended, and leaves one that has not. */
export async function takeUpIfEnded(lane: Lane, bulk: BulkRow): Promise<void> {
  const way = lane.lister.bulk;
  const operation = way && (await ask(lane, way, bulk));
  if (operation?.ended) {
    await follow(lane, bulk);
  }
}

async function ask(lane: Lane, way: Bulk, bulk: BulkRow): Promise<BulkOperation | null> {
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  if (bulk.operation !== null) {
    const polled = await way.poll(bulk.operation, access, context);
    await lane.strike('bulk.poll');
    return polled;
  }
  const found = await way.find(bulk.id, access, context);
  await lane.strike('bulk.poll');
  if (found) {
    bulk.operation = found.id;
    await inLane(lane, (db) => noteOperation(db, lane.ownerId, bulk.id, found.id));
  }
  return found;
}
