import { chunk, mapConcurrently } from '../../async/map-concurrently.ts';
import { Stopped } from '../../runs/work.ts';
import { recordIn } from '../engine/record.ts';
import { afterPause } from '../engine/sends.ts';
import type { Next, Work } from '../engine/work.ts';
import { type AttemptRow, addWaited } from '../ledger/attempts.ts';
import { Fenced, unlessFenced } from '../ledger/ledger.ts';
import { tickMs } from '../store-job/counted.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, reportItem, type StoreJob, StoreJobHeld, settleMs } from '../store-job/store-job.ts';
import { BulkFile, bulkOf } from '../transport/bulk.ts';
import { Requests } from '../transport/requests.ts';
import type { Transport } from '../transport/transport.ts';
import { send, toBeBegun } from '../transport/write.ts';
import { admitted } from './admitted.ts';
import { decide } from './decide.ts';
import { settle } from './settle.ts';

/** Pauses that end within this time end together, in milliseconds. */
const shortestMs = 500;

/** A product that cannot go on now. */
export type Waiting = Ageing | Pausing;

/** An in-doubt attempt that must wait for the settle period before the product's absence may be believed. */
interface Ageing {
  kind: 'age';
  work: Work;
  attempt: AttemptRow;
  /** By the monotonic clock, when this worker last read or counted the attempt. */
  since: number;
}

/** A product that is gone on with after a pause; see `FailedSends` and `mayBeTrashedAgain`. */
interface Pausing {
  kind: 'pause';
  work: Work;
  /** By the monotonic clock. */
  until: number;
}

/** A product that a transport did not carry; `thrown` where it could not even be decided. */
interface Left {
  work: Work;
  thrown?: unknown;
}

/**
 * Takes products as far as they go now, by each of the store's transports in turn: what one does not carry goes by the
 * next. Those that must wait are returned, and delay no others.
 * @param onLastBegun called once when no further group of these products is to be begun
 */
export async function through(
  storeJob: StoreJob,
  works: readonly Work[],
  onLastBegun: () => void = () => undefined,
): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  let left: Left[] = works.map((work) => ({ work }));
  const transports = transportsOf(storeJob);
  for (const transport of transports) {
    if (left.length < transport.minimum) {
      continue;
    }
    const isLast = transport === transports.at(-1);
    await transport.begin?.();
    const { size, atOnce } = transport.group;
    const groups = chunk(
      left.map(({ work }) => work),
      size,
    );
    const lastGroup = groups.at(-1);
    const ways = await mapConcurrently(groups, atOnce, (group) => {
      if (isLast && group === lastGroup) {
        onLastBegun();
      }
      return walk(storeJob, transport, group);
    });
    waiting.push(...ways.flatMap((way) => way.waiting));
    left = ways.flatMap((way) => way.left);
  }
  for (const { work, thrown } of left) {
    await unforeseen(storeJob, work, thrown);
  }
  return waiting;
}

/**
 * Returns the transports: a bulk file where the store accepts one, and then single requests, which carry everything.
 */
function transportsOf(storeJob: StoreJob): Transport[] {
  const bulk = bulkOf(storeJob.lister);
  return [...(bulk ? [new BulkFile(storeJob, bulk)] : []), new Requests(storeJob)];
}

/** Takes products together from decision to decision until each is done, must wait, or is left to another transport. */
async function walk(
  storeJob: StoreJob,
  transport: Transport,
  group: readonly Work[],
): Promise<{ waiting: Waiting[]; left: Left[] }> {
  storeJob.signal.throwIfAborted();
  const waiting: Waiting[] = [];
  const left: Left[] = [];
  let open = group;
  while (open.length > 0) {
    const decided = await mapConcurrently(open, transport.decidingMax, (work) =>
      guarded(storeJob, () => decide(storeJob, work)).catch((thrown: unknown): Next => {
        if (thrown instanceof Fenced) {
          return { kind: 'done' };
        }
        if (isForAll(storeJob, thrown)) {
          throw thrown;
        }
        left.push({ work, thrown });
        return { kind: 'done' };
      }),
    );
    const writes = (await admitted(storeJob, decided)).flatMap((next) =>
      next.kind === 'write' ? [next.write] : [],
    );
    const begun = toBeBegun(storeJob, writes);
    const taken = new Set(transport.takes(begun));
    left.push(...begun.flatMap((write) => (taken.has(write) ? [] : [{ work: write.work }])));
    const carriage = taken.size > 0 ? await transport.carry([...taken]) : { nexts: [], left: [] };
    left.push(...carriage.left.map((work) => ({ work })));
    const nexts = [...decided, ...carriage.nexts];
    waiting.push(...nexts.flatMap((next) => waitingOf(storeJob, next)));
    open = nexts.flatMap((next) => (next.kind === 'again' ? [next.work] : []));
  }
  return { waiting, left };
}

/**
 * Waits until each in-doubt attempt has waited long enough, then resolves it; that time is counted, never read off a
 * clock. Those that only pause go on together.
 */
export async function outwait(storeJob: StoreJob, waiting: readonly Waiting[]): Promise<void> {
  let left = [...waiting];
  while (left.length > 0) {
    await storeJob.clock.sleep(sleepMs(storeJob, left), storeJob.signal);
    const now = storeJob.clock.monotonic();
    const pausing = left.filter((each) => each.kind === 'pause');
    const rested = pausing.filter(({ until }) => until <= now);
    const still: Waiting[] = pausing.filter(({ until }) => until > now);
    if (rested.length > 0) {
      still.push(...(await through(storeJob, rested.map(afterPausing))));
    }
    const ageing = left.filter((each) => each.kind === 'age');
    if (ageing.length > 0) {
      await storeJob.injectFault('settle.tick');
    }
    for (const each of ageing) {
      const waitedMs = await countFor(storeJob, each);
      if (waitedMs === null) {
        continue;
      }
      if (waitedMs < settleMs(storeJob)) {
        still.push(each);
        continue;
      }
      await storeJob.injectFault('settle.end');
      // If another worker wrote the row, the item is taken up again when the store job looks what is left.
      const step = () => guarded(storeJob, () => settle(storeJob, each.work, each.attempt, waitedMs));
      const next = await unlessFenced(step, { kind: 'done' });
      still.push(...(await goOn(storeJob, next)));
    }
    left = still;
  }
}

/** Reports whether a failure concerns the whole store job; every other failure concerns one product. */
function isForAll(storeJob: StoreJob, thrown: unknown): boolean {
  return thrown instanceof StoreJobHeld || thrown instanceof Stopped || storeJob.cut.aborted;
}

/** Reports a product that fails for an unforeseen reason as such, so that the others continue. */
async function unforeseen(storeJob: StoreJob, work: Work, thrown: unknown): Promise<void> {
  storeJob.services.log.error(
    { thrown: String(thrown), runId: storeJob.runId },
    'A product could not be worked on',
  );
  const fault = { code: 'unexpected', params: {} };
  await inStoreJob(storeJob, (db) =>
    reportItem(db, storeJob, work.item, { state: 'refused', listingId: work.row.id, fault }),
  );
}

async function goOn(storeJob: StoreJob, next: Next): Promise<Waiting[]> {
  switch (next.kind) {
    case 'done':
      return [];
    case 'age':
    case 'pause':
      return waitingOf(storeJob, next);
    case 'again':
      return await through(storeJob, [next.work]);
    case 'write': {
      const sent = await guarded(storeJob, () => send(storeJob, [next.write]));
      return await through(
        storeJob,
        sent.flatMap((each) => (each.kind === 'again' ? [each.work] : [])),
      );
    }
  }
}

function waitingOf({ clock }: StoreJob, next: Next): Waiting[] {
  const now = clock.monotonic();
  switch (next.kind) {
    case 'age':
      return [{ ...next, since: now }];
    case 'pause':
      return [{ kind: 'pause', work: next.work, until: now + next.ms }];
    default:
      return [];
  }
}

/** Returns how long nothing is to be done: a tick of counted time at most, and less where a pause ends before. */
function sleepMs({ clock }: StoreJob, waiting: readonly Waiting[]): number {
  const now = clock.monotonic();
  const pauses = waiting.flatMap((each) => (each.kind === 'pause' ? [each.until - now] : []));
  return Math.max(shortestMs, Math.min(tickMs, ...pauses));
}

function afterPausing({ work }: Pausing): Work {
  return { ...work, tries: { ...work.tries, sends: afterPause(work.tries.sends) } };
}

/** Adds this worker's own waiting under the row's token; null when another worker has written the row since. */
async function countFor(storeJob: StoreJob, each: Ageing): Promise<number | null> {
  const now = storeJob.clock.monotonic();
  const passed = now - each.since;
  each.since = now;
  const count = () =>
    inStoreJob(storeJob, async (db): Promise<number | null> => {
      each.work.row = await recordIn(db, null, each.work.row, 'noted');
      return await addWaited(db, storeJob.ownerId, each.attempt.id, passed);
    });
  return await unlessFenced(count, null);
}
