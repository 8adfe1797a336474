import type { Json } from '@bowerbird/platforms/context';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptFate } from '../../db/tables/listing.ts';
import { checkInMs } from '../counted.ts';
import { type ItemChange, type ItemRow, itemColumns } from '../items.ts';
import { type Lane, settleMs } from '../lane.ts';
import { columnsOf, Fenced, type ListingRow, type RowChange, unbound } from '../ledger.ts';
import { heldLane } from '../witness/own-past.ts';
import { type AttemptNote, applyChanges, type Change, type NewAttempt } from './apply.ts';
import {
  canBefall,
  type EventName,
  ImpossibleTransition,
  owesCheck,
  stateAfter,
  type Transition,
  transitions,
} from './transitions.ts';

/** Columns of a row that the table does not write. */
export type RowSet = Omit<RowChange, 'state' | 'openAttempt' | 'checkDue' | 'checkInMs'>;

/** A line of a run, and what becomes of it; null for none. */
export type RunLine =
  | { line: ItemRow | null; change: ItemChange }
  | { id: string; columns: Record<string, unknown> }
  | null;

/** What goes with an event, beside what the table makes of the row. */
export interface Details {
  set?: RowSet;
  /** The attempt that is written down, for an event that opens one. */
  opens?: NewAttempt;
  /** The attempt that this decides, where it is not the row's open one; null for none. */
  closes?: string | null;
  /** Its fate, where the evidence tells it and not the table. */
  fate?: AttemptFate;
  /** What is noted with that fate. */
  answer?: Json;
  /** What was learned of other attempts. */
  notes?: readonly AttemptNote[];
  item?: RunLine;
}

/** Fates that are true whoever decides the row meanwhile. */
const evidence: readonly AttemptFate[] = ['applied', 'refused', 'never_sent'];

/** What an event makes of a row, as it is written. Throws `ImpossibleTransition`. */
export function changeOf(
  lister: Parameters<typeof settleMs>[0] | null,
  row: ListingRow,
  event: EventName,
  details: Details = {},
): Change {
  const { attempt, fate, binding, check }: Transition = transitions[event];
  const standing = {
    state: row.state,
    isBound: row.store_product_id !== null,
    hasOpenAttempt: row.open_attempt !== null,
  };
  if (!canBefall(event, standing)) {
    throw new ImpossibleTransition(event, standing);
  }
  const state = stateAfter(event, standing);
  const { set = {}, opens, notes = [] } = details;
  const closed = details.closes === undefined ? row.open_attempt : details.closes;
  const decided = details.fate ?? (attempt === 'opens' ? 'absent' : fate);
  const isDecided =
    closed !== null && decided !== null && (attempt === 'closes' || details.closes !== undefined);
  const note = { id: closed ?? '', fate: decided, answer: details.answer ?? null };
  const { item } = details;
  return {
    row,
    set: {
      ...(binding === 'unbinds' && unbound),
      ...set,
      state,
      ...(opens && { openAttempt: opens.id }),
      ...(attempt === 'closes' && { openAttempt: null }),
      ...(check === 'made' && { checkDue: false }),
      ...(lister && owesCheck(event, standing) && { checkInMs: checkInMs(settleMs(lister)) }),
    },
    ...(opens && { opens }),
    notes: [
      ...(isDecided ? [{ ...note, isEvidence: evidence.includes(note.fate ?? 'open') }] : []),
      ...notes,
    ],
    item: item ? ('columns' in item ? item : lineOf(item)) : null,
  };
}

/** The row as an event will leave it, but for its token and the time of its check. Throws `ImpossibleTransition`. */
export function rowAfter(row: ListingRow, event: EventName, set: RowSet = {}): ListingRow {
  return { ...row, ...columnsOf(changeOf(null, row, event, { set }).set) };
}

function lineOf({ line, change }: { line: ItemRow | null; change: ItemChange }) {
  return line && { id: line.id, columns: itemColumns(change) };
}

/**
 * Writes down what befell a product: its row under the token it was read with, its attempts, and its line in the run, all or nothing.
 * Resolves with the row as it is then, once that is committed. Throws `Fenced` where another wrote it meanwhile, and `LaneHeld`
 * where an attempt was to be opened and sending is held.
 */
export async function record(
  lane: Pick<Lane, 'recorder' | 'lister'>,
  row: ListingRow,
  event: EventName,
  details: Details = {},
): Promise<ListingRow> {
  const recorded = await lane.recorder.record(changeOf(lane, row, event, details));
  if (recorded === 'held') {
    throw heldLane();
  }
  if (recorded === 'fenced') {
    throw new Fenced(`listing ${row.id}`);
  }
  return recorded.row;
}

/** The same in a transaction of the caller's, for events that open no attempt. */
export async function recordIn(
  db: OwnerDb,
  lister: Parameters<typeof settleMs>[0] | null,
  row: ListingRow,
  event: EventName,
  details: Details = {},
): Promise<ListingRow> {
  const place = { ownerId: row.owner_id, shopId: row.shop_id };
  const [written] = (await applyChanges(db, place, [changeOf(lister, row, event, details)])).rows;
  if (!written) {
    throw new Fenced(`listing ${row.id}`);
  }
  return written;
}
