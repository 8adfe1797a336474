import { hasUploadedImages } from '@bowerbird/catalog/uploaded-image';
import { termName } from '@bowerbird/platforms/listing/besides';
import type { Bulk, BulkKind } from '@bowerbird/platforms/listing/bulk';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { carryLines } from './bulk-carry.ts';
import { follow, takeUpIfEnded } from './bulk-follow.ts';
import { openBulks } from './bulk-ledger.ts';
import type { Carriage, Transport } from './engine/transport.ts';
import { guarded } from './guarded.ts';
import { stillOpen } from './items.ts';
import { inLane, isCancelled, type Lane } from './lane.ts';
import { findRows } from './ledger.ts';
import { pool } from './pool.ts';
import type { Next, Work, Write } from './work.ts';

/** A product is made, then shown; a few ways round more for what is adopted or edited in between. */
const roundsMax = 6;

/** Kinds that a lane's store works through slower than one by one would be: no more of them go by operations. */
const slowKinds = new WeakMap<Lane, Set<BulkKind>>();

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
 * Writes by the store's bulk operations, each kind in its own, to the end of each. It takes what is worth it and simply written; too few, or
 * a kind that the store works through slower than one by one would be, are left.
 */
export class BulkFile implements Transport {
  readonly minimum: number;
  readonly group: Transport['group'];
  readonly decidingMax: number;
  readonly #lane: Lane;
  readonly #bulk: Bulk;
  /** What no operation would take now. */
  readonly #uncarried = new Set<string>();
  #rounds = 0;

  constructor(lane: Lane, bulk: Bulk) {
    this.#lane = lane;
    this.#bulk = bulk;
    this.minimum = bulk.minimum;
    this.group = { size: Number.MAX_SAFE_INTEGER, atOnce: 1 };
    this.decidingMax = lane.lister.inFlightMax;
  }

  /**
   * Operations that were begun before, by whoever: those of this run to their end, as their products are its own; another run's only if it
   * has ended. No product of one is written before, as its open attempt is settled by `landed`.
   */
  async begin(): Promise<void> {
    const lane = this.#lane;
    for (const bulk of await inLane(lane, (db) => openBulks(db, lane.ownerId, lane.shopId))) {
      const isOwn = bulk.run_id === lane.runId;
      await guarded(lane, () => (isOwn ? follow(lane, bulk) : takeUpIfEnded(lane, bulk)));
    }
  }

  takes(writes: readonly Write[]): readonly Write[] {
    const slow = slowKinds.get(this.#lane);
    const some = writes.filter(
      (write) =>
        goesTogether(this.#lane, write) &&
        !this.#uncarried.has(write.work.row.id) &&
        !slow?.has(write.kind as BulkKind),
    );
    const byKind = Map.groupBy(some, ({ kind }) => kind);
    const worthIt = some.filter(({ kind }) => (byKind.get(kind)?.length ?? 0) >= this.#bulk.minimum);
    return this.#rounds < roundsMax ? worthIt : [];
  }

  async carry(writes: readonly Write[]): Promise<Carriage> {
    // Nothing new is begun once a person wants it so; what was begun is shown too before a cancelled run ends.
    if (this.#rounds === 0 || !isCancelled(this.#lane)) {
      this.#lane.signal.throwIfAborted();
    }
    this.#rounds += 1;
    const nexts: Next[] = [];
    const left: Work[] = [];
    for (const kind of ['create', 'update', 'publish'] as const) {
      const { carried, uncarried } = await carryAll(
        this.#lane,
        this.#bulk,
        kind,
        writes.filter((write) => write.kind === kind),
      );
      nexts.push(...(await undecided(this.#lane, carried)));
      for (const work of uncarried) {
        this.#uncarried.add(work.row.id);
        left.push(work);
      }
    }
    return { nexts, left };
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

interface Carried {
  carried: Work[];
  uncarried: Work[];
}

/** Sends writes of one kind, in several operations beside each other; those that are too few, or not taken this way, are left. */
async function carryAll(lane: Lane, bulk: Bulk, kind: BulkKind, writes: readonly Write[]): Promise<Carried> {
  if (writes.length === 0) {
    return { carried: [], uncarried: [] };
  }
  const began = lane.clock.monotonic();
  const parts = await pool(inParts(writes, bulk), bulk.atOnce, (part) => carryPart(lane, bulk, kind, part));
  const carried = parts.flatMap((part) => part.carried);
  if (isSlower(lane, writes, carried.length, lane.clock.monotonic() - began)) {
    slowKinds.set(lane, new Set(slowKinds.get(lane)).add(kind));
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

/** Those that were not decided by what the operation told of them, from their rows as they are now. */
async function undecided(lane: Lane, works: readonly Work[]): Promise<Next[]> {
  const ids = works.flatMap(({ item }) => item?.id ?? []);
  const { open, rows } = await inLane(lane, async (db) => ({
    open: await stillOpen(db, lane.ownerId, ids),
    rows: await findRows(
      db,
      lane.ownerId,
      works.map(({ row }) => row.id),
    ),
  }));
  return works.flatMap((work): Next[] => {
    const row = rows.get(work.row.id);
    return row && (work.item === null || open.has(work.item.id))
      ? [{ kind: 'again', work: { ...work, row } }]
      : [];
  });
}
