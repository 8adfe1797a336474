import { actionOn, type FailedItem } from '../after/act-on.ts';
import { afterCheck } from '../after/check/after-check.ts';
import { isCheckOwed } from '../after/check/owed.ts';
import { confirmEpoch, requireOwnPast, requireUnheld } from '../epoch/own-past.ts';
import { outwaitRestore } from '../epoch/restore.ts';
import { countItems, type ItemRow, noItems, openItems } from '../runs/items.ts';
import type { ListingRunRow, StoreJobChange } from '../runs/store-jobs.ts';
import { tickMs } from '../store-job/counted.ts';
import { guarded, heldBy } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { certifyAgain } from './progress/certify.ts';
import { report } from './progress/report.ts';

const chunk = 100;

/**
 * Works on one run in one shop that does not list: delists, relists, removes, publishes as stored or undoes another run. What is sent is
 * recorded before, looked at by id when its outcome is unknown, and done at most once more than needed: run twice, or by two workers
 * at once, the result is the same.
 */
export async function workThroughActions(
  storeJob: StoreJob,
  { listing, certifies }: { listing: ListingRunRow; certifies: readonly string[] },
  control: AbortController,
  reportStoreJob: (change: StoreJobChange) => Promise<void>,
): Promise<void> {
  const beside = report(storeJob, control);
  try {
    await requireOwnPast(storeJob);
    await inStoreJob(storeJob, (db) => requireUnheld(db, storeJob));
    await storeJob.counted.count();
    await outwaitRestore(storeJob);
    await allItems(storeJob, listing);
    await certifyAgain(storeJob, certifies);
    await confirmEpoch(storeJob);
    await beside.stop();
    const counts =
      (await inStoreJob(storeJob, (db) => countItems(db, storeJob.ownerId, storeJob.runId))).get(
        storeJob.shopId,
      ) ?? noItems();
    const failed = counts.refused + counts.gone + counts.cancelled;
    await reportStoreJob({
      state: failed === 0 ? 'complete' : counts.done === 0 ? 'failed' : 'partial',
      secondsLeft: null,
    });
  } catch (thrown) {
    await beside.stop();
    throw await heldBy(storeJob, thrown);
  }
}

/**
 * Processes every item, in chunks, until none is open. Each look and send ends an item or counts against it, so that it
 * terminates.
 */
async function allItems(storeJob: StoreJob, listing: ListingRunRow): Promise<void> {
  const failed = new Map<string, FailedItem>();
  for (;;) {
    let after = -1;
    let seen = 0;
    let waiting = 0;
    for (;;) {
      storeJob.signal.throwIfAborted();
      const items = await inStoreJob(storeJob, (db) =>
        openItems(db, storeJob.ownerId, storeJob, after, chunk),
      );
      if (items.length === 0) {
        break;
      }
      seen += items.length;
      after = lastPosition(items);
      waiting += await actionOn(storeJob, listing, items, failed);
    }
    if (seen === 0) {
      return;
    }
    if (waiting === seen) {
      await outwait(storeJob);
    }
  }
}

function lastPosition(items: readonly ItemRow[]): number {
  return items.at(-1)?.position ?? -1;
}

/** Makes the after-checks of the shop that are due; where none is, waits for a tick, in which the shop's time is counted. */
async function outwait(storeJob: StoreJob): Promise<void> {
  if ((await isCheckOwed(storeJob)) && (await guarded(storeJob, () => afterCheck(storeJob))) > 0) {
    return;
  }
  await storeJob.clock.sleep(tickMs, storeJob.signal);
}
