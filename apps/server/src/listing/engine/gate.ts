import type { Gate } from '@bowerbird/platforms/net/gated';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import type { Clock } from '../../time/clock.ts';
import { requireUnheld } from '../epoch/own-past.ts';
import { type ListingRow, requireToken } from '../ledger/ledger.ts';
import { noFaults } from '../store-job/fault-points.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/**
 * Opens the gate of one intent: open for this long from before its transaction began, by both the monotonic clock and
 * the wall clock. A guest's monotonic clock may stand still while the machine is paused, and a wall clock may be set
 * back.
 */
export function openGate(clock: Clock, deadlineMs: number, passed: () => void): () => void {
  const monotonic = clock.monotonic();
  const wall = clock.wall();
  return () => {
    const aged = Math.max(clock.monotonic() - monotonic, clock.wall() - wall);
    if (aged > deadlineMs || clock.wall() < wall - deadlineMs) {
      throw new TooLate();
    }
    passed();
  };
}

/**
 * Returns the gate of what a store job sends next, with its platform's deadline; faults can be injected at the moments
 * of its requests.
 */
export function gateOf({
  clock,
  lister,
  injectFault,
}: Pick<StoreJob, 'clock' | 'lister' | 'injectFault'>): Gate {
  const gate = openGate(clock, lister.features.times.deadlineMs, () => undefined);
  return injectFault === noFaults ? gate : Object.assign(gate, { at: injectFault });
}

/**
 * Returns the gate of what is sent of a product without an intent of its own. Throws `StoreJobHeld` where nothing may be
 * sent, and `Fenced` where another worker wrote the row since it was read: that one may have sent newer values.
 */
export async function gateOfRow(
  storeJob: Pick<StoreJob, 'services' | 'ownerId' | 'shopId' | 'clock' | 'lister' | 'injectFault'>,
  row: Pick<ListingRow, 'id' | 'token'>,
): Promise<Gate> {
  // Opened before: a worker that is stopped after the check finds it shut.
  const gate = gateOf(storeJob);
  await inStoreJob(storeJob, async (db) => {
    await requireUnheld(db, storeJob);
    await requireToken(db, storeJob.ownerId, row);
  });
  return gate;
}
