import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { isObject } from '@bowerbird/platforms/unread';
import { sql } from 'kysely';
import { type AttemptRow, findAttempts } from '../attempts.ts';
import { record } from '../engine/record.ts';
import { inLane, type Lane, settleMs } from '../lane.ts';
import type { ListingRow } from '../ledger.ts';
import { writeOf } from './decide-act.ts';
import { sendActs } from './send-acts.ts';

/** So much later than it could still land, by the store's clock, a change is surely nobody's of ours. */
const slackMs = 600_000;

/**
 * Whether a late write of ours changed what shoppers see: the product was delisted or shown again while earlier writes were still on
 * their way, and the store shows it otherwise than it was wanted last. What a person changed after all of ours had arrived is
 * a difference, and never written over: where this check is made late, the store's own time of the last change tells.
 */
export async function isVisibilityLost(lane: Lane, row: ListingRow, seen: SeenProduct): Promise<boolean> {
  const { shelf } = lane.lister;
  if (!row.restores_visibility || !shelf) {
    return false;
  }
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
  const applied = attempts.filter(
    ({ fate, generation }) => fate === 'applied' && generation === row.generation,
  );
  const isHiddenAsWanted = isWantedHidden(row, applied);
  return (
    isHiddenAsWanted !== null &&
    shelf.isHidden(seen) !== isHiddenAsWanted &&
    !isChangedLater(seen, attempts, settleMs(lane))
  );
}

/** Whether shoppers are not to see it; null where nobody showed it yet. */
function isWantedHidden(row: ListingRow, attempts: readonly AttemptRow[]): boolean | null {
  if (row.taken_down) {
    return true;
  }
  const last = attempts.findLast(
    ({ kind, fate, id }) => (kind === 'relist' && fate === 'applied') || id === row.listed_attempt,
  );
  const isShown = last !== undefined && (last.kind === 'relist' || isToBeSeen(last.options));
  return isShown ? false : null;
}

/**
 * Changed in the store, by its own clock, after anything of ours could still land. What was sent last may have no answer that tells the store's
 * time: then it is as much later than the last that has one as it was by our clock. Were that set meanwhile, this would be told in place of
 * being mended, or the other way round; nothing else goes by it.
 */
function isChangedLater(seen: SeenProduct, attempts: readonly AttemptRow[], withinMs: number): boolean {
  const told = attempts.flatMap(({ fate, answer, answered_at }) => {
    const version = fate === 'applied' && isObject(answer) ? Date.parse(String(answer.version)) : Number.NaN;
    return Number.isNaN(version) || answered_at === null ? [] : [{ version, at: answered_at.getTime() }];
  });
  const last = told.at(-1);
  if (!last) {
    return false;
  }
  const sent = attempts.flatMap(({ fate, intended_at }) =>
    fate === 'never_sent' ? [] : [intended_at.getTime() - last.at],
  );
  const ours = last.version + Math.max(0, ...sent);
  return Date.parse(seen.updatedAt) > ours + withinMs + slackMs;
}

/** Hides or shows the product again, as it was wanted last, by an attempt of its own; and says so at the line that wanted it. */
export async function restoreVisibility(lane: Lane, row: ListingRow, seen: SeenProduct): Promise<void> {
  const act = row.taken_down ? 'delist' : 'relist';
  // Checked again when this one has arrived, whatever becomes of it.
  const owed = await record(lane, row, 'visibilityOwed', { set: { restoresVisibility: true } });
  const clean = seen.hash === row.listed_hash;
  await sendActs(lane, [writeOf({ item: null, row: owed, act, ends: null, clean })]);
  await inLane(lane, (db) =>
    sql`
      update listing_item set fault = ${JSON.stringify({ code: `listing.restored-${act}`, params: {} })}::jsonb
      where id = (
        select id from listing_item
        where owner_id = ${lane.ownerId} and listing_id = ${row.id} and state = 'done'
        order by at desc limit 1
      )
    `.execute(db),
  );
}
