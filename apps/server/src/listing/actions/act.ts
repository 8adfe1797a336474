import type { KeptBecause, UndoGroup } from '@bowerbird/contract/listing/after';
import type { Fault } from '@bowerbird/contract/runs';
import type { HiddenAs } from '@bowerbird/platforms/listing/writer';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { RowSet, RunLine } from '../engine/record.ts';
import type { AttemptRow } from '../ledger/attempts.ts';
import { listingKey } from '../ledger/key.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import type { EventName } from '../ledger/transitions.ts';
import type { ItemRow } from '../runs/items.ts';
import type { StoreJob } from '../store-job/store-job.ts';

/** Actions by id on a listed product. */
export const actions = ['delist', 'relist', 'remove'] as const;
export type Action = (typeof actions)[number];

/** An action to be recorded and sent. */
export interface ActionWrite {
  /** Its line in the run; null where an after-check restores a product's visibility. */
  item: ItemRow | null;
  row: ListingRow;
  act: Action;
  target: string;
  as: HiddenAs;
  /** Also gives it its own address, which only `publish` does: it was never shown before. */
  neverShown: boolean;
  /** Its content is written too, as the store lost parts of it. */
  withContent: boolean;
  /** The store still held what we wrote when it was looked at. */
  clean: boolean;
  /** An open attempt of the same kind that surely came to nothing, or may be repeated. */
  instead: string | null;
  /** What the item becomes once the action is done; null while more is to follow. */
  ends: { undoGroup: UndoGroup | null } | null;
}

export function isAction({ kind }: Pick<AttemptRow, 'kind'>): boolean {
  return (actions as readonly string[]).includes(kind);
}

/**
 * Returns the event of the row for an action that was done. `isWanted`: a person wanted it, as opposed to an
 * after-check.
 */
export function whenDone(
  { installationId, shopId, lister }: Pick<StoreJob, 'installationId' | 'shopId' | 'lister'>,
  row: ListingRow,
  act: Action,
  now: { hash: string; address: string | null; clean: boolean; isWanted: boolean },
): { event: EventName; set: RowSet } {
  if (act === 'remove') {
    const generation = row.generation + 1;
    const key = listingKey(installationId, row.product_id, shopId, generation);
    // When it is listed again, it is taken out of the trash by its id, or else is a new product; no earlier product has
    // its new key.
    const adopts = lister.writer.trash ? row.store_product_id : null;
    return { event: 'removed', set: { takenDown: true, adopts, generation, key } };
  }
  return {
    event: 'visibilityApplied',
    set: {
      address: act === 'delist' ? null : now.address,
      published: act === 'relist',
      takenDown: act === 'delist',
      // An earlier write of ours that shows or hides it may still be on its way; it will have arrived when this check
      // is made.
      restoresVisibility: now.isWanted && row.check_due,
      fault: null,
      field: null,
      // A hidden product is not in its wanted state: the next run that lists it writes it and shows it.
      ...(act === 'delist' && { sentHash: null }),
      ...(now.hash !== '' && { seenHash: now.hash, ...(now.clean && { listedHash: now.hash }) }),
    },
  };
}

export interface ItemEnd {
  state: 'done' | 'refused' | 'gone' | 'cancelled' | 'verifying' | 'sent' | 'waiting';
  undoGroup?: UndoGroup | null;
  reason?: KeptBecause | null;
  fault?: Fault | null;
}

/** Sets the state of an item in a run that does not list; an action by an after-check has no item. */
export async function reportAction(
  db: OwnerDb,
  storeJob: Pick<StoreJob, 'ownerId'>,
  item: ItemRow | null,
  { state, undoGroup = null, reason = null, fault = null }: ItemEnd,
): Promise<void> {
  if (item === null) {
    return;
  }
  await db
    .updateTable('listing_item')
    .set({
      state,
      undo_group: undoGroup,
      reason,
      fault: fault && JSON.stringify(fault),
      at: sql<Date>`now()`,
    })
    .where('owner_id', '=', storeJob.ownerId)
    .where('id', '=', item.id)
    .execute();
}

/** Returns the same change in the form that goes with the row's event; see `Details`. */
export function actionLine(item: ItemRow | null, end: ItemEnd): RunLine {
  const { state, undoGroup = null, reason = null, fault = null } = end;
  return item && { id: item.id, columns: { state, undo_group: undoGroup, reason, fault } };
}

/** An action whose intent is committed. */
export interface SentAction {
  write: ActionWrite;
  attemptId: string;
  /** As the intent left it, with its token. */
  row: ListingRow;
}
