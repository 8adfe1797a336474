import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { withLateAcceptance } from '../../as-stored/late.ts';
import { record } from '../../engine/record.ts';
import type { Work } from '../../engine/work.ts';
import { type AttemptRow, findAttempts } from '../../ledger/attempts.ts';
import type { ListingRow } from '../../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';
import { workOf } from '../duplicates.ts';
import { isVisibilityLost, restoreVisibility } from '../visibility.ts';
import { clear } from './clear.ts';
import { findLateInventory, withoutRemade } from './late-inventory.ts';

/**
 * Decides what a bound row's product in the store means, when nothing sent before can arrive any more. Returns the
 * newest write again where an older one of ours is on top; null where nothing is to be written.
 * @param seen null: the store has it no more
 * @param mayBeAccepted whether a publish as stored was given up and may have arrived since
 */
export async function judgeBound(
  storeJob: StoreJob,
  given: ListingRow,
  seen: SeenProduct | null,
  mayBeAccepted: boolean,
): Promise<Work | null> {
  if (given.state === 'gone') {
    return await clear(storeJob, given);
  }
  if (!seen) {
    return await clear(storeJob, given, { fault: { code: 'store.product-gone', params: {} } }, 'checkedGone');
  }
  const row = mayBeAccepted ? await withLateAcceptance(storeJob, given, seen) : given;
  if (await isVisibilityLost(storeJob, row, seen)) {
    await restoreVisibility(storeJob, row, seen);
    return null;
  }
  if (row.taken_down) {
    // A hidden product is written when it is listed again; an update would make it visible.
    return await clear(storeJob, row, { seenHash: seen.hash, restoresVisibility: false });
  }
  if (seen.unfinishedBy === undefined && seen.attemptId === row.listed_attempt) {
    const inventory = await findLateInventory(storeJob, row);
    if (inventory) {
      return await repairWork(storeJob, row, inventory.newest, seen, inventory.late);
    }
    // Our newest write is on top; where its hash differs, a person changed it since: that is drift, and stays.
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.find(({ id }) => id === row.listed_attempt);
  const older = attempts.find(({ id }) => id === (seen.unfinishedBy ?? seen.attemptId));
  if (!older || !newest?.body) {
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const inventory = older.hash === newest.hash ? await findLateInventory(storeJob, row) : null;
  if (older.hash === newest.hash && seen.unfinishedBy === undefined && !inventory) {
    // The same content was sent twice; which of the two is on top does not matter.
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      listedAttempt: older.id,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  // A part of the newest write itself that arrived late leaves what the whole of it wrote.
  const whole = older.hash === newest.hash ? null : older.body;
  const late = storeJob.lister.writer.finishing ? withoutRemade(older, newest, attempts) : whole;
  return await repairWork(storeJob, row, newest, seen, inventory?.late ?? late);
}

/** An older write of ours arrived late and overwrote the newest, which is written again. */
async function repairWork(
  storeJob: StoreJob,
  row: ListingRow,
  newest: AttemptRow,
  seen: SeenProduct,
  late: AttemptRow['body'],
): Promise<Work | null> {
  if (!newest.body) {
    return null;
  }
  if (row.unrepaired && row.state === 'refused') {
    // The store rejected the repeated write: its row says so, and the next run that lists it writes it.
    return await clear(storeJob, row, {
      seenHash: seen.hash,
      address: seen.address,
      restoresVisibility: false,
    });
  }
  const marked = await record(storeJob, row, 'overwritten', {
    set: { unrepaired: true, seenHash: seen.hash },
  });
  const work = { ...workOf(marked, newest), ...(late && { late }) };
  const { features, writer } = storeJob.lister;
  // Where products are created as drafts, an update changes nothing of what shoppers see.
  if (
    features.publication === 'draft-first' ||
    !writer.visibility.isHidden(seen) ||
    !isToBeSeen(work.options)
  ) {
    return work;
  }
  // Hidden in the store meanwhile: its content is repaired, and it stays hidden.
  const options = { ...work.options, status: 'draft' as const, publish: false };
  return { ...work, options, hash: await storeJob.lister.planner.hashOf(work.product, options) };
}
