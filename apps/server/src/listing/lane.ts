import type { AppError } from '@bowerbird/contract/errors';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { Fault } from '@bowerbird/contract/runs';
import type { StoredPicture } from '@bowerbird/platforms/listing/besides';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Clock } from '../clock.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { Stopped } from '../runs/work.ts';
import type { Services } from '../services.ts';
import type { StoreLister, StoreSession } from '../stores/session.ts';
import type { CountedTime } from './counted.ts';
import type { Recorder } from './engine/recorder.ts';
import type { Slots } from './engine/slots.ts';
import type { Strike } from './fault-points.ts';
import type { ItemChange, ItemRow } from './items.ts';
import { writeItem } from './items.ts';
import type { RejectionCounter } from './rejections/alike.ts';
import type { SharedWork } from './shared-work.ts';

/** Why a whole lane rests: the store, not a product, is the reason. */
export class LaneHeld extends Error {
  override readonly name = 'LaneHeld';
  readonly fault: Fault;
  /** Null: until somebody mends it. */
  readonly inMs: number | null;

  constructor(fault: Fault, inMs: number | null) {
    super(`held: ${fault.code}`);
    this.fault = fault;
    this.inMs = inMs;
  }
}

/** The part of one run that goes to one shop, as one worker works on it. */
export interface Lane {
  services: Services;
  ownerId: string;
  installationId: string;
  runId: string;
  shopId: string;
  options: ListingOptions;
  session: StoreSession;
  lister: StoreLister;
  clock: Clock;
  counted: CountedTime;
  /** Writes what befalls the products. */
  recorder: Recorder;
  strike: Strike;
  /** Terms of the store that were found or made in this run, by `termName`. */
  termIds: Map<string, string>;
  /** Pictures on their way into the store's library, by their addresses and names. */
  pictures: SharedWork<StoredPicture | null>;
  /** Terms being found or made now. */
  terms: SharedWork<string>;
  /** What the store's census showed at the run's start, by key; null where each product is asked for. */
  census: ReadonlyMap<string, SeenProduct[]> | null;
  /** Lets as many writes be under way at a time as the platform bears. */
  slots: Slots;
  /** Why the merchant's plan lets no more new listings begin; null while it does. */
  plan: { reached: AppError | null };
  /** What the store answered in this run; `reached` once it rejects product after product alike. */
  rejections: RejectionCounter;
  /** Fires when nothing new may be begun: pause, cancel, stop. What is on its way is brought to its end. */
  signal: AbortSignal;
  /** Fires when what is on its way must be left as it is, to whoever comes next. */
  cut: AbortSignal;
}

/** Whether a person cancelled the run: nothing is repeated any more. */
export function isCancelled({ signal }: Pick<Lane, 'signal'>): boolean {
  return signal.reason instanceof Stopped && signal.reason.because === 'cancel';
}

/** S = D + L of the protocol. */
export function settleMs({ lister: { times } }: Pick<Lane, 'lister'>): number {
  return times.deadlineMs + times.latenessMs;
}

export function inLane<T>(lane: Lane, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return asOwner(lane.services.db, lane.ownerId, work);
}

/** Tells how an item of the run stands; a row worked on outside a run has none. */
export async function tellItem(
  db: OwnerDb,
  lane: Lane,
  item: ItemRow | null,
  change: ItemChange,
): Promise<void> {
  if (item) {
    await writeItem(db, lane.ownerId, item.id, change);
  }
}
