import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { isObject } from '@bowerbird/platforms/reading/unread';
import { writeOf } from '../actions/decide-action.ts';
import { sendActions } from '../actions/send-actions.ts';
import { record } from '../engine/record.ts';
import { type AttemptRow, findAttempts } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';

/** A change this much later than ours could still arrive, by the store's clock, is surely not ours. */
const slackMs = 600_000;

/**
 * Reports whether a late write of ours changed what shoppers see: the product was delisted or relisted while earlier
 * writes were still on their way, and its visibility in the store is not the one wanted last. What a person changed
 * after all of ours had arrived is a difference, and never overwritten: where this check is made late, the store's own
 * time of the last change decides.
 */
export async function isVisibilityLost(
  storeJob: StoreJob,
  row: ListingRow,
  seen: SeenProduct,
): Promise<boolean> {
  if (!row.restores_visibility) {
    return false;
  }
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const applied = attempts.filter(
    ({ outcome, generation }) => outcome === 'applied' && generation === row.generation,
  );
  const isHiddenAsWanted = isWantedHidden(row, applied);
  return (
    isHiddenAsWanted !== null &&
    storeJob.lister.writer.visibility.isHidden(seen) !== isHiddenAsWanted &&
    !isChangedLater(seen, attempts, settleMs(storeJob))
  );
}

/** Reports whether shoppers are not to see it; null where it was never shown. */
function isWantedHidden(row: ListingRow, attempts: readonly AttemptRow[]): boolean | null {
  if (row.taken_down) {
    return true;
  }
  const last = attempts.findLast(
    ({ kind, outcome, id }) => (kind === 'relist' && outcome === 'applied') || id === row.listed_attempt,
  );
  const isShown = last !== undefined && (last.kind === 'relist' || isToBeSeen(last.options));
  return isShown ? false : null;
}

/**
 * Reports whether the product was changed in the store, by its own clock, after anything of ours could still arrive.
 * The newest send may have no answer with the store's time: then that time is estimated from the last send that has
 * one, plus the difference by our clock. If our clock was set meanwhile, this change is reported instead of repaired,
 * or the reverse; nothing else depends on it.
 */
function isChangedLater(seen: SeenProduct, attempts: readonly AttemptRow[], withinMs: number): boolean {
  const reported = attempts.flatMap(({ outcome, answer, answered_at }) => {
    const version =
      outcome === 'applied' && isObject(answer) ? Date.parse(String(answer.version)) : Number.NaN;
    return Number.isNaN(version) || answered_at === null ? [] : [{ version, at: answered_at.getTime() }];
  });
  const last = reported.at(-1);
  if (!last) {
    return false;
  }
  const sent = attempts.flatMap(({ outcome, intended_at }) =>
    outcome === 'never_sent' ? [] : [intended_at.getTime() - last.at],
  );
  const ours = last.version + Math.max(0, ...sent);
  return Date.parse(seen.updatedAt) > ours + withinMs + slackMs;
}

/**
 * Hides or shows the product again, as it was last wanted, by an attempt of its own; once that is done it is reported at
 * the line that wanted it.
 */
export async function restoreVisibility(
  storeJob: StoreJob,
  row: ListingRow,
  seen: SeenProduct,
): Promise<void> {
  const act = row.taken_down ? 'delist' : 'relist';
  // Checked again when this one has arrived, whatever its outcome.
  const owed = await record(storeJob, row, 'visibilityOwed', { set: { restoresVisibility: true } });
  const clean = seen.hash === row.listed_hash;
  await sendActions(storeJob, [writeOf({ item: null, row: owed, act, ends: null, clean })]);
}
