import { hasUploadedImages } from '@bowerbird/catalog/uploaded-image';
import { termName } from '@bowerbird/platforms/listing/besides';
import type { Bulk, BulkKind } from '@bowerbird/platforms/listing/bulk';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { Stopped } from '../runs/work.ts';
import { admitted } from './admitted.ts';
import { carryLines } from './bulk-carry.ts';
import { follow, isCancelled, takeUpIfEnded } from './bulk-follow.ts';
import { openBulks } from './bulk-ledger.ts';
import { decide } from './decide.ts';
import { stillOpen } from './items.ts';
import { inLane, type Lane, LaneHeld } from './lane.ts';
import { Fenced } from './ledger.ts';
import { pool } from './pool.ts';
import { guarded } from './through.ts';
import type { Next, Work, Write } from './work.ts';
import { isBegun } from './write.ts';

/** A product is made, then shown; a few ways round more for what is adopted or edited in between. */
const roundsMax = 6;

/** Kinds that this lane's store works through slower than one by one would be: no more of them go by operations. */
const slow = new WeakMap<Lane, Set<BulkKind>>();

/** How many items of a run are taken up together. */
export function chunkOf({ lister }: Lane, otherwise: number): number {
  return lister.bulk?.linesMax ?? otherwise;
}

/** Undefined where the store has no such way, or something must be brought or asked for each product by itself. */
export function bulkOf({
  bulk,
  library,
  finishing,
  held,
}: Pick<Lister, 'bulk' | 'library' | 'finishing' | 'held'>): Bulk | undefined {
  return library || finishing || held ? undefined : bulk;
}

/**
 * Takes what is worth it through the store's bulk operations, each kind of write in its own, to the end of each. Answers what is
 * left for the usual way: all of it where the store has no such way, or too few are to be written.
 */
export async function bulkThrough(lane: Lane, works: readonly Work[]): Promise<Work[]> {
  const bulk = bulkOf(lane.lister);
  if (!bulk) {
    return [...works];
  }
  await lookAfterOthers(lane);
  const left: Work[] = [];
  let open = [...works];
  for (let round = 0; round < roundsMax && open.length >= bulk.minimum; round += 1) {
    stopIfAsked(lane, round > 0);
    const nexts = await admitted(lane, await decideAll(lane, open, left));
    stopIfAsked(lane, round > 0);
    open = [];
    for (const next of nexts) {
      if (next.kind === 'again') {
        open.push(next.work);
      } else if (next.kind === 'age' || (next.kind === 'write' && !goesTogether(lane, next.write))) {
        left.push(next.kind === 'age' ? next.work : next.write.work);
      }
    }
    for (const kind of ['create', 'update', 'publish'] as const) {
      const writes = nexts.flatMap((next) =>
        next.kind === 'write' &&
        next.write.kind === kind &&
        goesTogether(lane, next.write) &&
        (!lane.rejections.reached || isBegun(next.write))
          ? [next.write]
          : [],
      );
      const { carried, uncarried } = await carryAll(lane, bulk, kind, writes);
      open.push(...(await undecided(lane, carried)));
      left.push(...uncarried);
    }
  }
  return [...left, ...open];
}

/** Nothing new is begun once a person wants it so; what was begun is shown too before a cancelled run ends. */
function stopIfAsked(lane: Lane, isBegun: boolean): void {
  if (!isBegun || !isCancelled(lane)) {
    lane.signal.throwIfAborted();
  }
}

/** What takes the place of a doubt, prices alone, what names new categories, what shows uploaded images, and all that is not simply written, is sent by itself. */
function goesTogether(lane: Lane, write: Write): boolean {
  const { kind, instead, alone, work } = write;
  if (instead !== null || alone || (kind === 'update' && namesNewTerms(lane, write))) {
    return false;
  }
  return kind === 'publish' || ((kind === 'create' || kind === 'update') && !hasUploadedImages(work.product));
}

/** Whether a product is to be put into categories that it was not written with last: a request of its own does that. */
function namesNewTerms({ lister: { terms } }: Lane, { former, work }: Write): boolean {
  const before = new Set(former ? terms?.of(former).map(termName) : []);
  return terms?.of(work.product).some((term) => !before.has(termName(term))) ?? false;
}

/**
 * Operations that were begun before, by whoever: those of this run to their end, as their products are its own; another run's
 * only if it has ended. No product of one is written before, as its open attempt is settled by `landed`.
 */
async function lookAfterOthers(lane: Lane): Promise<void> {
  for (const bulk of await inLane(lane, (db) => openBulks(db, lane.ownerId, lane.shopId))) {
    const isOwn = bulk.run_id === lane.runId;
    await guarded(lane, () => (isOwn ? follow(lane, bulk) : takeUpIfEnded(lane, bulk)));
  }
}

async function decideAll(lane: Lane, works: readonly Work[], failed: Work[]): Promise<Next[]> {
  return await pool(works, lane.lister.inFlightMax, async (work) => {
    const step = () => guarded(lane, () => decide(lane, work));
    return await step().catch((thrown: unknown): Next => {
      if (thrown instanceof Fenced) {
        return { kind: 'done' };
      }
      if (thrown instanceof LaneHeld || thrown instanceof Stopped || lane.cut.aborted) {
        throw thrown;
      }
      // Whatever it is, it befalls this one product: the usual way meets it again, and tells it.
      failed.push(work);
      return { kind: 'done' };
    });
  });
}

interface Carried {
  carried: Work[];
  uncarried: Work[];
}

/** Sends writes of one kind, in several operations beside each other; those that are too few, or not taken this way, are left. */
async function carryAll(lane: Lane, bulk: Bulk, kind: BulkKind, writes: readonly Write[]): Promise<Carried> {
  if (writes.length < bulk.minimum || slow.get(lane)?.has(kind)) {
    return { carried: [], uncarried: writes.map(({ work }) => work) };
  }
  const began = lane.clock.monotonic();
  const parts = await pool(inParts(writes, bulk), bulk.atOnce, (part) => carryPart(lane, bulk, kind, part));
  const carried = parts.flatMap((part) => part.carried);
  if (isSlower(lane, writes, carried.length, lane.clock.monotonic() - began)) {
    slow.set(lane, new Set(slow.get(lane)).add(kind));
  }
  return { carried, uncarried: parts.flatMap(({ uncarried }) => uncarried) };
}

/** What a store's operations do in a second it does not tell, and nobody else does: it is measured, and held against its limit. */
function isSlower(lane: Lane, writes: readonly Write[], carried: number, tookMs: number): boolean {
  const { lister, session } = lane;
  const cost = writes.reduce((sum, { kind, work }) => sum + lister.costOf(kind, work.product), 0);
  const { restoreRate } = session.limit.reported ?? lister.firstThrottle;
  const oneByOneMs = (cost / writes.length / restoreRate) * 1000;
  return carried > 0 && tookMs / carried > oneByOneMs;
}

/** As many parts as may be at work at once, of like size, and none so small that it is not worth it. */
function inParts(writes: readonly Write[], { minimum, atOnce, linesMax }: Bulk): Write[][] {
  const worthIt = Math.floor(writes.length / Math.ceil(minimum / 2));
  const size = Math.min(linesMax, Math.ceil(writes.length / Math.min(atOnce, worthIt)));
  return Array.from({ length: Math.ceil(writes.length / size) }, (_, index) =>
    writes.slice(index * size, (index + 1) * size),
  );
}

/** One part, in more than one operation only if it is more than a file holds. */
async function carryPart(lane: Lane, bulk: Bulk, kind: BulkKind, part: readonly Write[]): Promise<Carried> {
  const carried: Work[] = [];
  let left = part;
  while (left.length > 0) {
    const begun = await guarded(lane, () => carryLines(lane, bulk, kind, left));
    if (begun.length === 0) {
      break;
    }
    const sent = new Set(begun);
    carried.push(...begun.map(({ work }) => work));
    left = left.filter((write) => !sent.has(write));
  }
  return { carried, uncarried: left.map(({ work }) => work) };
}

/** Those that were not decided by what the operation told of them. */
async function undecided(lane: Lane, works: readonly Work[]): Promise<Work[]> {
  const ids = works.flatMap(({ item }) => item?.id ?? []);
  const open = await inLane(lane, (db) => stillOpen(db, lane.ownerId, ids));
  return works.filter(({ item }) => item === null || open.has(item.id));
}
