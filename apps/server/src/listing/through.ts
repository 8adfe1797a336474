import { Stopped } from '../runs/work.ts';
import { admitted } from './admitted.ts';
import { type AttemptRow, addWaited } from './attempts.ts';
import { BulkFile, bulkOf } from './bulk.ts';
import { tickMs } from './counted.ts';
import { decide } from './decide.ts';
import { recordIn } from './engine/record.ts';
import type { Transport } from './engine/transport.ts';
import { guarded } from './guarded.ts';
import { inLane, type Lane, LaneHeld, settleMs, tellItem } from './lane.ts';
import { Fenced, unlessFenced } from './ledger.ts';
import { inGroups, pool } from './pool.ts';
import { Requests } from './requests.ts';
import { settle } from './settle.ts';
import type { Next, Work } from './work.ts';
import { send, toBeBegun } from './write.ts';

/** A doubt that must age before anybody may believe that the product is not there. */
export interface Ageing {
  work: Work;
  attempt: AttemptRow;
  /** By the monotonic clock, when this worker read it or counted last. */
  since: number;
}

/** A product that a transport did not carry; `thrown` where it could not even be decided. */
interface Left {
  work: Work;
  thrown?: unknown;
}

/**
 * Takes products as far as they go now, by each of the store's transports in turn: what one does not carry goes by the next. Those whose
 * doubt must age are handed back; they hold up no other.
 */
export async function through(lane: Lane, works: readonly Work[]): Promise<Ageing[]> {
  const ageing: Ageing[] = [];
  let left: Left[] = works.map((work) => ({ work }));
  for (const transport of transportsOf(lane)) {
    if (left.length < transport.minimum) {
      continue;
    }
    await transport.begin?.();
    const { size, atOnce } = transport.group;
    const groups = inGroups(
      left.map(({ work }) => work),
      size,
    );
    const ways = await pool(groups, atOnce, (group) => walk(lane, transport, group));
    ageing.push(...ways.flatMap((way) => way.ageing));
    left = ways.flatMap((way) => way.left);
  }
  for (const { work, thrown } of left) {
    await unforeseen(lane, work, thrown);
  }
  return ageing;
}

/** A file where the store takes one, and then requests, which carry everything. */
function transportsOf(lane: Lane): Transport[] {
  const bulk = bulkOf(lane.lister);
  return [...(bulk ? [new BulkFile(lane, bulk)] : []), new Requests(lane)];
}

/** Takes products that go together from decision to decision until each is done, must age, or is left to another transport. */
async function walk(
  lane: Lane,
  transport: Transport,
  group: readonly Work[],
): Promise<{ ageing: Ageing[]; left: Left[] }> {
  lane.signal.throwIfAborted();
  const ageing: Ageing[] = [];
  const left: Left[] = [];
  let open = group;
  while (open.length > 0) {
    const decided = await pool(open, transport.decidingMax, (work) =>
      guarded(lane, () => decide(lane, work)).catch((thrown: unknown): Next => {
        if (thrown instanceof Fenced) {
          return { kind: 'done' };
        }
        if (isForAll(lane, thrown)) {
          throw thrown;
        }
        left.push({ work, thrown });
        return { kind: 'done' };
      }),
    );
    const writes = (await admitted(lane, decided)).flatMap((next) =>
      next.kind === 'write' ? [next.write] : [],
    );
    const begun = toBeBegun(lane, writes);
    const taken = new Set(transport.takes(begun));
    left.push(...begun.flatMap((write) => (taken.has(write) ? [] : [{ work: write.work }])));
    const carriage = taken.size > 0 ? await transport.carry([...taken]) : { nexts: [], left: [] };
    left.push(...carriage.left.map((work) => ({ work })));
    const nexts = [...decided, ...carriage.nexts];
    for (const next of nexts) {
      if (next.kind === 'age') {
        ageing.push({ work: next.work, attempt: next.attempt, since: lane.clock.monotonic() });
      }
    }
    open = nexts.flatMap((next) => (next.kind === 'again' ? [next.work] : []));
  }
  return { ageing, left };
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
      // Where another worker wrote the row, the item is taken up anew when the store job looks what is left.
      const step = () => guarded(lane, () => settle(lane, each.work, each.attempt, waitedMs));
      const next = await unlessFenced(step, { kind: 'done' });
      still.push(...(await goOn(lane, next)));
    }
    ageing = still;
  }
}

/** What befalls the whole store job; all else befalls one product. */
function isForAll(lane: Lane, thrown: unknown): boolean {
  return thrown instanceof LaneHeld || thrown instanceof Stopped || lane.cut.aborted;
}

/** A product that fails for a reason nobody foresaw is told as such, and the others go on. */
async function unforeseen(lane: Lane, work: Work, thrown: unknown): Promise<void> {
  lane.services.log.error({ thrown: String(thrown), runId: lane.runId }, 'A product could not be worked on');
  const fault = { code: 'unexpected', params: {} };
  await inLane(lane, (db) =>
    tellItem(db, lane, work.item, { state: 'refused', listingId: work.row.id, fault }),
  );
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
  const count = () =>
    inLane(lane, async (db): Promise<number | null> => {
      each.work.row = await recordIn(db, null, each.work.row, 'noted');
      return await addWaited(db, lane.ownerId, each.attempt.id, passed);
    });
  return await unlessFenced(count, null);
}
