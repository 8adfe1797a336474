import { AppError } from '@bowerbird/contract/errors';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { asOwner } from '../db/database.ts';
import { Stopped } from '../runs/work.ts';
import { isLost } from '../stores/check.ts';
import { changeStore } from '../stores/queries.ts';
import { admitted } from './admitted.ts';
import { type AttemptRow, addWaited } from './attempts.ts';
import { tickMs } from './counted.ts';
import { decide } from './decide.ts';
import { inLane, type Lane, LaneHeld, settleMs, tellItem } from './lane.ts';
import { Fenced, writeRow } from './ledger.ts';
import { inGroups, pool } from './pool.ts';
import { settle } from './settle.ts';
import type { Next, Work, Write } from './work.ts';
import { send } from './write.ts';

/** A doubt that must age before anybody may believe that the product is not there. */
export interface Ageing {
  work: Work;
  attempt: AttemptRow;
  /** By the monotonic clock, when this worker read it or counted last. */
  since: number;
}

/** How many rows of a group are read at a time. */
const decidingMax = 4;
/** Groups beside those whose requests are on their way; measured. */
const groupsBeside = 4;
/** How long a lane rests when its store does not answer, in milliseconds. */
const restMs = 60_000;

/** Takes products as far as they go now. Those whose doubt must age are handed back; they hold up no other. */
export async function through(lane: Lane, works: readonly Work[]): Promise<Ageing[]> {
  const { batchSize, publishMax = batchSize, inFlightMax } = lane.lister;
  const size = Math.max(batchSize, publishMax);
  // While some are decided and written down, others are under way: enough groups that requests never run short.
  const groupsMax = Math.ceil((inFlightMax * batchSize) / size) + groupsBeside;
  return (await pool(inGroups(works, size), groupsMax, (group) => walk(lane, group))).flat();
}

/** Takes products that go together from decision to decision until each is done or must age. */
async function walk(lane: Lane, group: readonly Work[]): Promise<Ageing[]> {
  lane.signal.throwIfAborted();
  const ageing: Ageing[] = [];
  let open = group;
  while (open.length > 0) {
    const decided = await pool(open, decidingMax, (work) =>
      guarded(lane, () => decide(lane, work)).catch((thrown: unknown) => unforeseen(lane, work, thrown)),
    );
    const requests = batches(await admitted(lane, decided), lane.lister);
    const sent = await pool(requests, lane.lister.inFlightMax, (writes) =>
      guarded(lane, () => send(lane, writes)),
    );
    const nexts = [...decided, ...sent.flat()];
    for (const next of nexts) {
      if (next.kind === 'age') {
        ageing.push({ work: next.work, attempt: next.attempt, since: lane.clock.monotonic() });
      }
    }
    open = nexts.flatMap((next) => (next.kind === 'again' ? [next.work] : []));
  }
  return ageing;
}

/** Waits until each doubt has aged, then settles it; the time is counted, never read off a clock. */
export async function outwait(lane: Lane, waiting: readonly Ageing[]): Promise<void> {
  let ageing = [...waiting];
  while (ageing.length > 0) {
    await lane.clock.sleep(tickMs, lane.signal);
    await lane.strike('settle.tick');
    const still: Ageing[] = [];
    for (const each of ageing) {
      const waitedMs = await countFor(lane, each);
      if (waitedMs === null) {
        continue;
      }
      if (waitedMs < settleMs(lane)) {
        still.push(each);
        continue;
      }
      await lane.strike('settle.end');
      const next = await guarded(lane, () => settle(lane, each.work, each.attempt, waitedMs)).catch(
        overtaken,
      );
      still.push(...(await goOn(lane, next)));
    }
    ageing = still;
  }
}

/** Another worker wrote the row meanwhile: the item is taken up anew, from the row, when the lane looks what is left. */
function overtaken(thrown: unknown): Next {
  if (thrown instanceof Fenced) {
    return { kind: 'done' };
  }
  throw thrown;
}

/** A product that fails for a reason nobody foresaw is told as such, and the others go on. */
async function unforeseen(lane: Lane, work: Work, thrown: unknown): Promise<Next> {
  if (
    thrown instanceof Fenced ||
    thrown instanceof LaneHeld ||
    thrown instanceof Stopped ||
    lane.cut.aborted
  ) {
    return overtaken(thrown);
  }
  lane.services.log.error({ thrown: String(thrown), runId: lane.runId }, 'A product could not be worked on');
  const fault = { code: 'unexpected', params: {} };
  await inLane(lane, (db) =>
    tellItem(db, lane, work.item, { state: 'refused', listingId: work.row.id, fault }),
  );
  return { kind: 'done' };
}

async function goOn(lane: Lane, next: Next): Promise<Ageing[]> {
  switch (next.kind) {
    case 'done':
      return [];
    case 'age':
      return [{ work: next.work, attempt: next.attempt, since: lane.clock.monotonic() }];
    case 'again':
      return await through(lane, [next.work]);
    case 'write': {
      const sent = await guarded(lane, () => send(lane, [next.write]));
      return await through(
        lane,
        sent.flatMap((each) => (each.kind === 'again' ? [each.work] : [])),
      );
    }
  }
}

/** Adds this worker's own waiting under the row's token; null when another has written the row since. */
async function countFor(lane: Lane, each: Ageing): Promise<number | null> {
  const now = lane.clock.monotonic();
  const passed = now - each.since;
  each.since = now;
  try {
    return await inLane(lane, async (db) => {
      each.work.row = await writeRow(db, each.work.row, {});
      return await addWaited(db, lane.ownerId, each.attempt.id, passed);
    });
  } catch (thrown) {
    if (thrown instanceof Fenced) {
      return null;
    }
    throw thrown;
  }
}

/** Writes of one kind, as many together as one request carries. */
function batches(
  nexts: readonly Next[],
  { batchSize, publishMax = batchSize }: Pick<Lister, 'batchSize' | 'publishMax'>,
): Write[][] {
  const writes = nexts.flatMap((next) => (next.kind === 'write' ? [next.write] : []));
  const byKind = Map.groupBy(writes, ({ kind, alone }) => (alone ? 'amounts' : kind));
  return [...byKind].flatMap(([kind, some]) =>
    inGroups(some, kind === 'publish' ? Math.max(batchSize, publishMax) : batchSize),
  );
}

/**
 * Does one step. A step that another worker overtook is dropped, to be taken up anew from the row; a store that cannot
 * be asked rests the lane, after a token that ended was renewed once.
 */
export async function guarded<Result>(lane: Lane, step: () => Promise<Result>): Promise<Result> {
  lane.cut.throwIfAborted();
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      throw thrown;
    }
    if (thrown.code === 'store.access-denied' && (await renewed(lane))) {
      return await step().catch(async (again: unknown) => {
        throw await heldBy(lane, again);
      });
    }
    throw await heldBy(lane, thrown);
  }
}

async function renewed(lane: Lane): Promise<boolean> {
  try {
    return await lane.session.renew(lane.cut);
  } catch {
    return false;
  }
}

/** What a failure of the store as a whole means for the lane. */
export async function heldBy(lane: Lane, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof AppError)) {
    return thrown;
  }
  const fault = { code: thrown.code, params: { store: lane.session.store.name, ...thrown.params } };
  if (isLost(thrown)) {
    await asOwner(lane.services.db, lane.ownerId, (db) =>
      changeStore(db, lane.ownerId, lane.session.store.id, { state: 'lost', fault, checked: true }),
    );
    return new LaneHeld(fault, null);
  }
  switch (thrown.code) {
    case 'address.host-not-found':
    case 'address.unreachable':
    case 'store.unreachable':
    case 'store.unwell':
    case 'store.rate-limited':
      return new LaneHeld(fault, restMs);
    case 'store.scope-missing':
      return new LaneHeld(fault, null);
    default:
      return thrown;
  }
}
