import type { Fault } from '@bowerbird/contract/runs';
import type { OwnerDb } from '../../db/database.ts';
import { causeOf, fieldKind, type Rejection } from '../runs/rejection-cause.ts';
import type { StoreJobRow } from '../runs/store-jobs.ts';

/**
 * How many products are tried before the rest of a large run is begun; when all are rejected for one cause, the store
 * job pauses.
 */
export const firstTried = 20;
/** This many products in a row, rejected for one cause, pause a store job anywhere in a run. */
export const sameReasonMax = 50;

/** What a store last answered for one product: the cause of its rejection, or null for a product it accepted. */
export interface StoreAnswer {
  cause: string | null;
  fault: Fault | null;
  field: string | null;
}

/** Products that a store rejected one after another for one cause. */
export interface SameReasonRejections extends Rejection {
  cause: string;
  count: number;
}

/**
 * Counts what a store answers in one run, and notices when it rejects product after product for one cause: the first 20
 * of the run, or any 50 in a row. What our own checks stop is not counted, nor is a cause that a person lets pass.
 */
export class RejectionCounter {
  readonly #passed: ReadonlySet<string>;
  readonly #accepted = Promise.withResolvers<void>();
  #answers = 0;
  #similar: SameReasonRejections | null = null;
  #reached: SameReasonRejections | null = null;

  /**
   * Continues from what was answered before, to any worker.
   * @param latest the last answers in the order they came, `sameReasonMax` at most
   * @param passed causes that a person lets pass in this run
   */
  constructor(latest: readonly StoreAnswer[], passed: readonly string[]) {
    this.#passed = new Set(passed);
    for (const { cause, fault, field } of latest) {
      if (cause === null || fault === null) {
        this.accepted();
      } else {
        this.#count({ cause, fault, field });
      }
    }
  }

  /** How many answers were counted. */
  get answers(): number {
    return this.#answers;
  }

  /** How many products are to be tried before more are begun; 0 once the store accepted one, or enough were tried. */
  get toTry(): number {
    const rejected = this.#similar?.count ?? 0;
    return rejected === this.#answers ? Math.max(0, firstTried - rejected) : 0;
  }

  /** Comes when the store has accepted a product: more may be begun from then on. */
  get firstAccepted(): Promise<void> {
    return this.#accepted.promise;
  }

  /** Why no further product may be begun; null while products may be. */
  get reached(): SameReasonRejections | null {
    return this.#reached;
  }

  /** Counts a product that the store accepted. */
  accepted(): void {
    this.#accepted.resolve();
    this.#answers += 1;
    this.#similar = null;
  }

  /** Counts a product that the store rejected. */
  rejected(rejection: Rejection): void {
    this.#count({ ...rejection, cause: causeOf(rejection) });
  }

  #count({ cause, fault, field }: Omit<SameReasonRejections, 'count'>): void {
    this.#answers += 1;
    const before = this.#similar?.cause === cause ? this.#similar.count : 0;
    const similar = { cause, fault, field, count: before + 1 };
    this.#similar = similar;
    const isFirst = similar.count === this.#answers && similar.count >= firstTried;
    if ((isFirst || similar.count >= sameReasonMax) && !this.#passed.has(cause)) {
      this.#reached = similar;
    }
  }
}

/**
 * Opens the counter of a store job from its run's rows, so that a restart keeps what was counted. Products are begun in
 * the order of their positions, so their answers are read in that order.
 */
export async function openRejections(
  db: OwnerDb,
  ownerId: string,
  storeJob: StoreJobRow,
): Promise<RejectionCounter> {
  const latest = await db
    .selectFrom('listing_item as item')
    .leftJoin('listing', 'listing.id', 'item.listing_id')
    .select(['item.state', 'item.cause', 'item.fault', 'item.field'])
    .where('item.owner_id', '=', ownerId)
    .where('item.run_id', '=', storeJob.run_id)
    .where('item.shop_id', '=', storeJob.shop_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('item.answered', '=', true), eb('item.state', 'in', ['refused', 'listed'])]),
        // Accepted by the store, and not shown yet.
        eb.and([
          eb('item.state', '=', 'sent'),
          eb('listing.state', '=', 'listed'),
          eb('listing.sent_hash', 'is not', null),
        ]),
      ]),
    )
    .orderBy('item.position', 'desc')
    .limit(sameReasonMax)
    .execute();
  const answers = latest.reverse().map(
    ({ state, cause, fault, field }): StoreAnswer => ({
      cause: state === 'refused' ? cause : null,
      fault,
      field,
    }),
  );
  return new RejectionCounter(answers, storeJob.passed_causes);
}

/** Returns what a paused store job reports: the store, how many products, and the reason as the products report it. */
export function pauseFault({ cause, fault, field, count }: SameReasonRejections, store: string): Fault {
  return {
    code: 'listing.fails-similar',
    params: { ...fault.params, store, count, reason: fault.code, field: fieldKind(field) ?? '', cause },
  };
}

/**
 * Reports whether a store job is paused because its store rejects all products for one cause: only a person, and no
 * worker, resumes it.
 */
export function isPausedForSameReason({ state, fault }: Pick<StoreJobRow, 'state' | 'fault'>): boolean {
  return state === 'held' && fault?.code === 'listing.fails-similar';
}
