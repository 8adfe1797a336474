import type { AppError } from '@bowerbird/contract/errors';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { Fault } from '@bowerbird/contract/runs';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { StoredImage } from '@bowerbird/platforms/listing/stored-image';
import type { SingleFlight } from '../../async/single-flight.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { Stopped } from '../../runs/work.ts';
import type { Services } from '../../services/services.ts';
import type { StoreSession } from '../../stores/session.ts';
import type { Clock } from '../../time/clock.ts';
import type { Recorder } from '../ledger/recorder.ts';
import type { RejectionCounter } from '../rejections/similar.ts';
import type { ItemChange, ItemRow } from '../runs/items.ts';
import { writeItem } from '../runs/items.ts';
import type { CountedTime } from './counted.ts';
import type { FaultInjector } from './fault-points.ts';
import type { Slots } from './slots.ts';

/** Makes a whole store job rest: the store, not a product, is the reason. */
export class StoreJobHeld extends Error {
  override readonly name = 'StoreJobHeld';
  readonly fault: Fault;
  /** Null: until a person fixes it. */
  readonly inMs: number | null;

  constructor(fault: Fault, inMs: number | null) {
    super(`held: ${fault.code}`);
    this.fault = fault;
    this.inMs = inMs;
  }
}

/** The part of one run that goes to one shop, as one worker works on it. */
export interface StoreJob {
  services: Services;
  ownerId: string;
  installationId: string;
  runId: string;
  shopId: string;
  options: ListingOptions;
  session: StoreSession;
  lister: Lister;
  clock: Clock;
  counted: CountedTime;
  /** Writes the events of the products. */
  recorder: Recorder;
  injectFault: FaultInjector;
  /** Categories and tags of the store that were found or created in this run, by `termName`. */
  termIds: Map<string, string>;
  /** Images on their way into the store's library, by their addresses and names. */
  images: SingleFlight<StoredImage | null>;
  /** Categories and tags being found or created now. */
  terms: SingleFlight<string>;
  /** What the full scan of the store showed at the run's start, by key; null where each product is looked up. */
  fullScan: ReadonlyMap<string, SeenProduct[]> | null;
  /** Allows as many concurrent writes as the platform can handle. */
  slots: Slots;
  /** Why the merchant's plan allows no more new listings; null while it does. */
  plan: { reached: AppError | null };
  /** What the store answered in this run; `reached` once it rejects product after product for one cause. */
  rejections: RejectionCounter;
  /** How many sure answers the store gave to writes. */
  answers: { count: number };
  /** Fires when nothing new may be begun: pause, cancel, stop. What is on its way is brought to its end. */
  signal: AbortSignal;
  /** Fires when what is on its way must be left as it is, to the next worker. */
  cut: AbortSignal;
}

/** Reports whether a person cancelled the run: nothing is repeated any more. */
export function isCancelled({ signal }: Pick<StoreJob, 'signal'>): boolean {
  return signal.reason instanceof Stopped && signal.reason.because === 'cancel';
}

/** Returns the settle period, S = D + L of the protocol. */
export function settleMs({ lister }: Pick<StoreJob, 'lister'>): number {
  const { times } = lister.features;
  return times.deadlineMs + times.latenessMs;
}

export function inStoreJob<T>(
  storeJob: Pick<StoreJob, 'services' | 'ownerId'>,
  work: (db: OwnerDb) => Promise<T>,
): Promise<T> {
  return asOwner(storeJob.services.db, storeJob.ownerId, work);
}

/** Sets the state of an item of the run; a row worked on outside a run has none. */
export async function reportItem(
  db: OwnerDb,
  storeJob: StoreJob,
  item: ItemRow | null,
  change: ItemChange,
): Promise<void> {
  if (item) {
    await writeItem(db, storeJob.ownerId, item.id, change);
  }
}
