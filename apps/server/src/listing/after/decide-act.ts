import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { AttemptRow } from '../attempts.ts';
import { record } from '../engine/record.ts';
import type { ItemRow } from '../items.ts';
import { inLane, type Lane } from '../lane.ts';
import type { ListingRow } from '../ledger.ts';
import { type Act, type ActWrite, actLine, acts, isAct, tellAct } from './act.ts';
import { goneAs, isDone, settledAct } from './receive-act.ts';

/** After so many sends that came to nothing, an item is told as refused. */
export const sendsMax = 4;

/** One item with all that is known of it now. */
export interface Standing {
  item: ItemRow;
  row: ListingRow;
  /** The open attempt of the row. */
  attempt: AttemptRow | null;
  /** As it was looked at just now; null where it is not there, or is bound to nothing. */
  seen: SeenProduct | null;
  /** Sends of this worker that came to nothing. */
  sends: number;
}

/** An act of unknown fate: settled where the look shows it to be done. Answers whether it was. */
export async function settleOpenAct(
  lane: Lane,
  { item, row, attempt, seen }: Standing,
  ends: ActWrite['ends'],
): Promise<boolean> {
  const act = acts.find((each) => each === attempt?.kind);
  if (!attempt || !act || !isDone(lane, act, seen)) {
    return false;
  }
  const clean = attempt.hash !== null && attempt.hash === row.listed_hash;
  await settledAct(lane, writeOf({ item, row, act, ends, clean }), seen);
  return true;
}

/** What comes next for a product that is delisted, shown again or removed as the merchant chose; null: it is told. */
export async function decideAct(lane: Lane, act: Act, standing: Standing): Promise<ActWrite | null> {
  const { item, row, attempt, seen } = standing;
  const ends = { pile: null };
  const tell = (end: Parameters<typeof tellAct>[3]) => inLane(lane, (db) => tellAct(db, lane, item, end));
  if (row.store_product_id === null) {
    await tell(act === 'remove' ? { state: 'done' } : { state: 'cancelled' });
    return null;
  }
  if (row.state === 'gone') {
    await tell(goneAs(ends));
    return null;
  }
  if (attempt && !isAct(attempt)) {
    await tell({ state: 'refused', fault: { code: 'listing.in-doubt', params: {} } });
    return null;
  }
  if (attempt?.kind === act && (await settleOpenAct(lane, standing, ends))) {
    return null;
  }
  if (seen === null) {
    await goneNow(lane, standing, ends);
    return null;
  }
  if (act !== 'remove' && attempt === null && isDone(lane, act, seen)) {
    await alreadySo(lane, standing, act);
    return null;
  }
  if (standing.sends >= sendsMax) {
    await giveUp(lane, standing, ends);
    return null;
  }
  const clean = seen.hash === row.listed_hash;
  const neverShown = isNeverShown(row, seen);
  const withContent = act === 'relist' && lane.lister.shelf?.lacksParts?.(seen) === true;
  return writeOf({ item, row, act, ends, clean, neverShown, withContent, instead: attempt?.id ?? null });
}

/** Its address is still the one of its making, under our key. */
function isNeverShown({ key }: ListingRow, { handle }: SeenProduct): boolean {
  return handle?.startsWith(key) === true;
}

export function writeOf(
  given: Pick<ActWrite, 'item' | 'row' | 'act' | 'ends' | 'clean'> & Partial<ActWrite>,
): ActWrite {
  return {
    target: given.row.store_product_id ?? '',
    as: 'draft',
    neverShown: false,
    withContent: false,
    instead: null,
    ...given,
  };
}

/** Deleted in the store: told, and never made again by this. */
export async function goneNow(lane: Lane, { item, row }: Standing, ends: ActWrite['ends']): Promise<void> {
  const end = goneAs(ends);
  await record(lane, row, 'lost', {
    set: { fault: end.fault },
    answer: { looked: 'not there' },
    item: actLine(item, end),
  });
}

/** As it is wanted already, by whoever's hand. */
async function alreadySo(lane: Lane, { item, row, seen }: Standing, act: Act): Promise<void> {
  await record(lane, row, row.check_due ? 'visibilityOwed' : 'alreadySo', {
    set: {
      published: act === 'relist',
      takenDown: act === 'delist',
      address: seen?.address ?? null,
      ...(act === 'delist' && { sentHash: null }),
      ...(row.check_due && { restoresVisibility: true }),
    },
    item: actLine(item, { state: 'done' }),
  });
}

export async function giveUp(
  lane: Lane,
  { item, row, attempt }: Standing,
  ends: ActWrite['ends'],
): Promise<void> {
  const isUndo = ends === null || ends.pile !== null;
  const end = {
    state: 'refused' as const,
    fault: { code: 'store.unwell' as const, params: {} },
    ...(isUndo && { pile: 'impossible' as const, reason: 'refused' as const }),
  };
  if (attempt) {
    await record(lane, row, 'dropped', {
      set: { restoresVisibility: isAct(attempt) || row.restores_visibility },
      answer: { sends: sendsMax },
      item: actLine(item, end),
    });
  } else {
    await inLane(lane, (db) => tellAct(db, lane, item, end));
  }
}
