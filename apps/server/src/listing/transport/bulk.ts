import { hasUploadedImages } from '@bowerbird/catalog/stored/uploaded-image';
import type { Bulk, BulkKind } from '@bowerbird/platforms/listing/bulk';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import { namesNewTerms } from '../engine/new-terms.ts';
import type { Next, Work, Write } from '../engine/work.ts';
import { openBulks } from '../ledger/bulk-ledger.ts';
import { findRows } from '../ledger/ledger.ts';
import { stillOpen } from '../runs/items.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, isCancelled, type StoreJob } from '../store-job/store-job.ts';
import { carryLines } from './bulk-carry.ts';
import { follow, takeUpIfEnded } from './bulk-follow.ts';
import type { Carriage, Transport } from './transport.ts';

/** A product is created, then shown; a few more rounds for what is bound or edited in between. */
const roundsMax = 6;

/**
 * Kinds that the store of a store job processes slower by operations than one by one: no more of them go by operations.
 */
const slowKinds = new WeakMap<StoreJob, Set<BulkKind>>();

/** Returns how many items of a run are taken up together. */
export function chunkOf({ lister }: StoreJob, otherwise: number): number {
  return lister.writer.bulk?.linesMax ?? otherwise;
}

/**
 * Returns the bulk transport; null where the store has none, or something must be brought or read for each product
 * by itself.
 */
export function bulkOf({ reader, writer }: Pick<Lister, 'reader' | 'writer'>): Bulk | null {
  const isBrought = writer.images?.kind === 'library' || writer.finishing !== null;
  return isBrought || reader.held !== null ? null : writer.bulk;
}

/**
 * Writes by the store's bulk operations, each kind in its own, to the end of each. It takes writes that are plain and
 * numerous enough; too few, or a kind that the store processes slower this way than one by one, are left.
 */
export class BulkFile implements Transport {
  readonly minimum: number;
  readonly group: Transport['group'];
  readonly decidingMax: number;
  readonly #storeJob: StoreJob;
  readonly #bulk: Bulk;
  /** What no operation would take now. */
  readonly #uncarried = new Set<string>();
  #rounds = 0;

  constructor(storeJob: StoreJob, bulk: Bulk) {
    this.#storeJob = storeJob;
    this.#bulk = bulk;
    this.minimum = bulk.minimum;
    this.group = { size: Number.MAX_SAFE_INTEGER, atOnce: 1 };
    this.decidingMax = storeJob.lister.features.inFlightMax;
  }

  /**
   * Follows operations that were begun before by any worker: those of this run to their end, as their products are its
   * own; another run's only if it has ended. No product of one is written before, as its open attempt is resolved by
   * `landed`.
   */
  async begin(): Promise<void> {
    const storeJob = this.#storeJob;
    for (const bulk of await inStoreJob(storeJob, (db) => openBulks(db, storeJob.ownerId, storeJob.shopId))) {
      const isOwn = bulk.run_id === storeJob.runId;
      await guarded(storeJob, () => (isOwn ? follow(storeJob, bulk) : takeUpIfEnded(storeJob, bulk)));
    }
  }

  takes(writes: readonly Write[]): readonly Write[] {
    const slow = slowKinds.get(this.#storeJob);
    const some = writes.filter(
      (write) =>
        goesTogether(this.#storeJob, write) &&
        !this.#uncarried.has(write.work.row.id) &&
        !slow?.has(write.kind as BulkKind),
    );
    const byKind = Map.groupBy(some, ({ kind }) => kind);
    const worthIt = some.filter(({ kind }) => (byKind.get(kind)?.length ?? 0) >= this.#bulk.minimum);
    return this.#rounds < roundsMax ? worthIt : [];
  }

  async carry(writes: readonly Write[]): Promise<Carriage> {
    // Nothing new is begun once the run is paused or cancelled; products already created are still shown before a
    // cancelled run ends.
    if (this.#rounds === 0 || !isCancelled(this.#storeJob)) {
      this.#storeJob.signal.throwIfAborted();
    }
    this.#rounds += 1;
    const nexts: Next[] = [];
    const left: Work[] = [];
    for (const kind of ['create', 'update', 'publish'] as const) {
      const { carried, uncarried } = await carryAll(
        this.#storeJob,
        this.#bulk,
        kind,
        writes.filter((write) => write.kind === kind),
      );
      nexts.push(...(await undecided(this.#storeJob, carried)));
      for (const work of uncarried) {
        this.#uncarried.add(work.row.id);
        left.push(work);
      }
    }
    return { nexts, left };
  }
}

/**
 * Sent by themselves: what replaces an in-doubt attempt, prices alone, what names new categories, what shows uploaded
 * images, and all that is not a plain write.
 */
function goesTogether(storeJob: StoreJob, write: Write): boolean {
  const { kind, instead, alone, work } = write;
  if (instead !== null || alone) {
    return false;
  }
  // A request of its own enters a product into categories that it was not last written with.
  if (kind === 'update' && namesNewTerms(storeJob.lister, work.product, write.former)) {
    return false;
  }
  return kind === 'publish' || ((kind === 'create' || kind === 'update') && !hasUploadedImages(work.product));
}

interface Carried {
  carried: Work[];
  uncarried: Work[];
}

/**
 * Sends writes of one kind, in several concurrent operations; those that are too few, or not taken this way, are left.
 */
async function carryAll(
  storeJob: StoreJob,
  bulk: Bulk,
  kind: BulkKind,
  writes: readonly Write[],
): Promise<Carried> {
  if (writes.length === 0) {
    return { carried: [], uncarried: [] };
  }
  const began = storeJob.clock.monotonic();
  const parts = await mapConcurrently(inParts(writes, bulk), bulk.atOnce, (part) =>
    carryPart(storeJob, bulk, kind, part),
  );
  const carried = parts.flatMap((part) => part.carried);
  if (isSlower(storeJob, writes, carried.length, storeJob.clock.monotonic() - began)) {
    slowKinds.set(storeJob, new Set(slowKinds.get(storeJob)).add(kind));
  }
  return { carried, uncarried: parts.flatMap(({ uncarried }) => uncarried) };
}

/**
 * Reports whether operations are slower. A store does not publish how many lines its operations process per second, so
 * that rate is measured and compared with its limit for single requests.
 */
function isSlower(storeJob: StoreJob, writes: readonly Write[], carried: number, tookMs: number): boolean {
  const { lister, session } = storeJob;
  const cost = writes.reduce((sum, { kind, work }) => sum + lister.planner.costOf(kind, work.product), 0);
  const { restoreRate } = session.limit.reported ?? lister.features.firstThrottle;
  const oneByOneMs = (cost / writes.length / restoreRate) * 1000;
  return carried > 0 && tookMs / carried > oneByOneMs;
}

/**
 * Splits the writes into as many parts as may run at once, of similar size, none too small to be worth an operation.
 */
function inParts(writes: readonly Write[], { minimum, atOnce, linesMax }: Bulk): Write[][] {
  const worthIt = Math.floor(writes.length / Math.ceil(minimum / 2));
  const size = Math.min(linesMax, Math.ceil(writes.length / Math.min(atOnce, worthIt)));
  return Array.from({ length: Math.ceil(writes.length / size) }, (_, index) =>
    writes.slice(index * size, (index + 1) * size),
  );
}

/** Carries one part, in more than one operation only if it is more than a file holds. */
async function carryPart(
  storeJob: StoreJob,
  bulk: Bulk,
  kind: BulkKind,
  part: readonly Write[],
): Promise<Carried> {
  const carried: Work[] = [];
  let left = part;
  while (left.length > 0) {
    const begun = await guarded(storeJob, () => carryLines(storeJob, bulk, kind, left));
    if (begun.length === 0) {
      break;
    }
    const sent = new Set(begun);
    carried.push(...begun.map(({ work }) => work));
    left = left.filter((write) => !sent.has(write));
  }
  return { carried, uncarried: left.map(({ work }) => work) };
}

/** Returns the next steps of those not decided by the operation's results, from their rows as they are now. */
async function undecided(storeJob: StoreJob, works: readonly Work[]): Promise<Next[]> {
  const ids = works.flatMap(({ item }) => item?.id ?? []);
  const { open, rows } = await inStoreJob(storeJob, async (db) => ({
    open: await stillOpen(db, storeJob.ownerId, ids),
    rows: await findRows(
      db,
      storeJob.ownerId,
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
