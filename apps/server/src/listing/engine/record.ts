import type { Json } from '@bowerbird/platforms/context';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptOutcome } from '../../db/tables/listing.ts';
import { heldStoreJob } from '../epoch/own-past.ts';
import { type AttemptNote, applyChanges, type Change, type NewAttempt } from '../ledger/apply.ts';
import { columnsOf, Fenced, type ListingRow, type RowChange, unbound } from '../ledger/ledger.ts';
import {
  canApply,
  type EventName,
  ImpossibleTransition,
  owesCheck,
  stateAfter,
  type Transition,
  transitions,
} from '../ledger/transitions.ts';
import { type ItemChange, type ItemRow, itemColumns } from '../runs/items.ts';
import { checkInMs } from '../store-job/counted.ts';
import { type StoreJob, settleMs } from '../store-job/store-job.ts';

/** Columns of a row that the transition table does not write. */
export type RowSet = Omit<RowChange, 'state' | 'openAttempt' | 'checkDue' | 'checkInMs'>;

/** A line of a run, and its change; null for none. */
export type RunLine =
  | { line: ItemRow | null; change: ItemChange }
  | { id: string; columns: Record<string, unknown> }
  | null;

/** What goes with an event, in addition to what the table makes of the row. */
export interface Details {
  set?: RowSet;
  /** The attempt that is recorded, for an event that opens one. */
  opens?: NewAttempt;
  /** The attempt that this decides, where it is not the row's open one; null for none. */
  closes?: string | null;
  /** Its outcome, where the evidence determines it and not the table. */
  outcome?: AttemptOutcome;
  /** What is noted with that outcome. */
  answer?: Json;
  /** What was learned of other attempts. */
  notes?: readonly AttemptNote[];
  item?: RunLine;
}

/** Outcomes that are true even if another worker decides the row meanwhile. */
const evidence: readonly AttemptOutcome[] = ['applied', 'refused', 'never_sent'];

/** Returns the change that an event makes to a row, as it is written. Throws `ImpossibleTransition`. */
export function changeOf(
  lister: Parameters<typeof settleMs>[0] | null,
  row: ListingRow,
  event: EventName,
  details: Details = {},
): Change {
  const { attempt, outcome, binding, check }: Transition = transitions[event];
  const standing = {
    state: row.state,
    isBound: row.store_product_id !== null,
    hasOpenAttempt: row.open_attempt !== null,
  };
  if (!canApply(event, standing)) {
    throw new ImpossibleTransition(event, standing);
  }
  const state = stateAfter(event, standing);
  const { set = {}, opens, notes = [] } = details;
  const closed = details.closes === undefined ? row.open_attempt : details.closes;
  const decided = details.outcome ?? (attempt === 'opens' ? 'absent' : outcome);
  const isDecided =
    closed !== null && decided !== null && (attempt === 'closes' || details.closes !== undefined);
  const note = { id: closed ?? '', outcome: decided, answer: details.answer ?? null };
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
      ...(isDecided ? [{ ...note, isEvidence: evidence.includes(note.outcome ?? 'open') }] : []),
      ...notes,
    ],
    item: item ? ('columns' in item ? item : lineOf(item)) : null,
  };
}

/**
 * Returns the row as an event will leave it, except its token and the time of its check. Throws `ImpossibleTransition`.
 */
export function rowAfter(row: ListingRow, event: EventName, set: RowSet = {}): ListingRow {
  return { ...row, ...columnsOf(changeOf(null, row, event, { set }).set) };
}

function lineOf({ line, change }: { line: ItemRow | null; change: ItemChange }) {
  return line && { id: line.id, columns: itemColumns(change) };
}

/**
 * Records an event of a product: its row under the token it was read with, its attempts, and its line in the run, all
 * or nothing. Resolves with the row as it is then, once that is committed. Throws `Fenced` where another worker wrote
 * the row meanwhile, and `StoreJobHeld` where an attempt was to be opened and sending is held.
 */
export async function record(
  storeJob: Pick<StoreJob, 'recorder' | 'lister'>,
  row: ListingRow,
  event: EventName,
  details: Details = {},
): Promise<ListingRow> {
  const recorded = await storeJob.recorder.record(changeOf(storeJob, row, event, details));
  if (recorded === 'held') {
    throw heldStoreJob();
  }
  if (recorded === 'fenced') {
    throw new Fenced(`listing ${row.id}`);
  }
  return recorded.row;
}

/** Does the same in the caller's transaction, for events that open no attempt. */
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
