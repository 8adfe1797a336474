import { isActionOnBound, settleActionOnBound } from '../../actions/foreign.ts';
import { isAcceptance } from '../../as-stored/kept-hidden.ts';
import { outwait, through } from '../../decide/through.ts';
import { record } from '../../engine/record.ts';
import { type AttemptRow, findAttempts } from '../../ledger/attempts.ts';
import { type ListingRow, unlessFenced } from '../../ledger/ledger.ts';
import { checkInMs } from '../../store-job/counted.ts';
import { guarded } from '../../store-job/guarded.ts';
import { inStoreJob, type StoreJob, settleMs } from '../../store-job/store-job.ts';
import { workOf } from '../duplicates.ts';
import { inDoubtRows } from './owed.ts';

/**
 * Resolves in-doubt attempts that no worker owns. The newest content continues from where it was begun. An action,
 * which is not repeated any more, and a publish as stored are looked at once they can no longer arrive, or their late
 * effect would be taken for the merchant's. An attempt with neither content nor action cannot be continued; it is decided `absent`, so that nothing
 * waits for it for ever.
 */
export async function settleOpen(storeJob: StoreJob): Promise<void> {
  for (const row of await inDoubtRows(storeJob)) {
    const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
    const newest = attempts.findLast(({ body }) => body !== null);
    const open = attempts.find(({ id }) => id === row.open_attempt);
    const isAction = open !== undefined && isActionOnBound(open, { row });
    const mayArrive =
      open !== undefined && storeJob.counted.nowMs < Number(open.counted_ms) + checkInMs(settleMs(storeJob));
    if (open && (isAction || isAcceptance(open)) && mayArrive) {
      continue;
    }
    if (open && isAction) {
      await guarded(storeJob, () => unlessFenced(() => settleActionAlone(storeJob, row, open), null));
    } else if (newest) {
      // Counted here: no other worker waits for what an ended run left behind.
      await outwait(storeJob, await through(storeJob, [workOf(row, newest)]));
    } else if (open) {
      await unlessFenced(() => forget(storeJob, row, open), null);
    }
  }
}

async function settleActionAlone(storeJob: StoreJob, row: ListingRow, attempt: AttemptRow): Promise<null> {
  await settleActionOnBound(storeJob, { row, item: null }, attempt);
  return null;
}

async function forget(storeJob: StoreJob, row: ListingRow, attempt: AttemptRow): Promise<null> {
  storeJob.services.log.warn(
    { listingId: row.id, attemptId: attempt.id },
    'An attempt without content is given up',
  );
  await record(storeJob, row, 'dropped', {
    set: { sentHash: null },
    answer: { because: 'its content is not known any more' },
  });
  return null;
}
