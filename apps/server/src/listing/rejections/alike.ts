import type { Fault } from '@bowerbird/contract/runs';
import type { OwnerDb } from '../../db/database.ts';
import type { LaneRow } from '../lanes.ts';
import { causeOf, fieldKind, type Rejection } from './cause.ts';

/** As many products are tried before the rest of a large run is begun; when all are rejected alike, the store job pauses. */
export const firstTried = 20;
/** As many products rejected alike, one after another, pause a store job anywhere in a run. */
export const alikeMax = 50;

/** What a store last answered for one product: the cause of its rejection, or null for a product it took. */
export interface StoreAnswer {
  cause: string | null;
  fault: Fault | null;
  field: string | null;
}

/** Products that a store rejected one after another for one cause. */
export interface AlikeRejections extends Rejection {
  cause: string;
  count: number;
}

/**
 * Counts what a store answers in one run, and notices when it rejects product after product for one cause: the first 20 of
 * the run, or any 50 in a row. What our own checks stop is not counted, nor is a cause that a person lets pass.
 */
export class RejectionCounter {
  readonly #passed: ReadonlySet<string>;
  #answers = 0;
  #alike: AlikeRejections | null = null;
  #reached: AlikeRejections | null = null;

  /**
   * Goes on from what was answered before, by whichever worker.
   * @param latest the last answers in the order they came, `alikeMax` at most
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

  /** How many products are to be tried before more are begun; 0 once the store took one, or enough were tried. */
  get toTry(): number {
    const rejected = this.#alike?.count ?? 0;
    return rejected === this.#answers ? Math.max(0, firstTried - rejected) : 0;
  }

  /** Why no further product may be begun; null while products may be. */
  get reached(): AlikeRejections | null {
    return this.#reached;
  }

  /** Counts a product that the store took. */
  accepted(): void {
    this.#answers += 1;
    this.#alike = null;
  }

  /** Counts a product that the store rejected. */
  rejected(rejection: Rejection): void {
    this.#count({ ...rejection, cause: causeOf(rejection) });
  }

  #count({ cause, fault, field }: Omit<AlikeRejections, 'count'>): void {
    this.#answers += 1;
    const before = this.#alike?.cause === cause ? this.#alike.count : 0;
    const alike = { cause, fault, field, count: before + 1 };
    this.#alike = alike;
    const isFirst = alike.count === this.#answers && alike.count >= firstTried;
    if ((isFirst || alike.count >= alikeMax) && !this.#passed.has(cause)) {
      this.#reached = alike;
    }
  }
}

/**
 * Opens the counter of a store job from what its run's rows tell, so that no restart forgets what was counted. Products are begun
 * in the order of their places, so their answers are read in it.
 */
export async function openRejections(db: OwnerDb, ownerId: string, lane: LaneRow): Promise<RejectionCounter> {
  const latest = await db
    .selectFrom('listing_item as item')
    .leftJoin('listing', 'listing.id', 'item.listing_id')
    .select(['item.state', 'item.cause', 'item.fault', 'item.field'])
    .where('item.owner_id', '=', ownerId)
    .where('item.run_id', '=', lane.run_id)
    .where('item.shop_id', '=', lane.shop_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('item.answered', '=', true), eb('item.state', 'in', ['refused', 'listed'])]),
        // Taken by the store, and not shown yet.
        eb.and([
          eb('item.state', '=', 'sent'),
          eb('listing.state', '=', 'listed'),
          eb('listing.sent_hash', 'is not', null),
        ]),
      ]),
    )
    .orderBy('item.position', 'desc')
    .limit(alikeMax)
    .execute();
  const answers = latest.reverse().map(
    ({ state, cause, fault, field }): StoreAnswer => ({
      cause: state === 'refused' ? cause : null,
      fault,
      field,
    }),
  );
  return new RejectionCounter(answers, lane.passed_causes);
}

/** What a paused store job reports: the store, how many products, and the reason as the products report it. */
export function pauseFault({ cause, fault, field, count }: AlikeRejections, store: string): Fault {
  return {
    code: 'listing.fails-alike',
    params: { ...fault.params, store, count, reason: fault.code, field: fieldKind(field) ?? '', cause },
  };
}

/** Whether a store job is paused because its store rejects all alike: a person, and no worker, lets it go on. */
export function isPausedAlike({ state, fault }: Pick<LaneRow, 'state' | 'fault'>): boolean {
  return state === 'held' && fault?.code === 'listing.fails-alike';
}
