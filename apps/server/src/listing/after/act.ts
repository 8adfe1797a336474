import type { KeptBecause, UndoPile } from '@bowerbird/contract/listing-after';
import type { Fault } from '@bowerbird/contract/runs';
import type { HiddenAs } from '@bowerbird/platforms/listing/lister';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptRow } from '../attempts.ts';
import type { RowSet, RunLine } from '../engine/record.ts';
import type { EventName } from '../engine/transitions.ts';
import type { ItemRow } from '../items.ts';
import { listingKey } from '../key.ts';
import type { Lane } from '../lane.ts';
import type { ListingRow } from '../ledger.ts';

/** What is done by id to a product that was listed. */
export const acts = ['delist', 'relist', 'remove'] as const;
export type Act = (typeof acts)[number];

/** An act to be written down and sent. */
export interface ActWrite {
  /** Its line in the run; null where an after-check gives a product its visibility back. */
  item: ItemRow | null;
  row: ListingRow;
  act: Act;
  target: string;
  as: HiddenAs;
  /** Given its own address too, which only `publish` does: it was never shown before. */
  neverShown: boolean;
  /** Its content is written too, as the store lost parts of it. */
  withContent: boolean;
  /** The store still held what we wrote when it was looked at. */
  clean: boolean;
  /** An open attempt of the same kind that surely came to nothing, or may be done twice. */
  instead: string | null;
  /** What this makes of the item once it is done; null while there is more to come. */
  ends: { pile: UndoPile | null } | null;
}

export function isAct({ kind }: Pick<AttemptRow, 'kind'>): boolean {
  return (acts as readonly string[]).includes(kind);
}

/** What befalls the row of an act that was done. `isWanted`: a person wanted it, and no after-check. */
export function whenDone(
  { installationId, shopId, lister }: Pick<Lane, 'installationId' | 'shopId' | 'lister'>,
  row: ListingRow,
  act: Act,
  now: { hash: string; address: string | null; clean: boolean; isWanted: boolean },
): { event: EventName; set: RowSet } {
  if (act === 'remove') {
    const generation = row.generation + 1;
    const key = listingKey(installationId, row.product_id, shopId, generation);
    // Listed again it is taken out of the trash by its id, or else is a new product; its key is one that nothing of the former bears.
    const adopts = lister.trash ? row.store_product_id : null;
    return { event: 'removed', set: { takenDown: true, adopts, generation, key } };
  }
  return {
    event: 'visibilityApplied',
    set: {
      address: act === 'delist' ? null : now.address,
      published: act === 'relist',
      takenDown: act === 'delist',
      // An earlier write of ours that shows or hides it may still be on its way; it has arrived when this check is made.
      restoresVisibility: now.isWanted && row.check_due,
      fault: null,
      field: null,
      // What is hidden is not as it was wanted: the next run that lists it writes it, and shows it.
      ...(act === 'delist' && { sentHash: null }),
      ...(now.hash !== '' && { seenHash: now.hash, ...(now.clean && { listedHash: now.hash }) }),
    },
  };
}

export interface ItemEnd {
  state: 'done' | 'refused' | 'gone' | 'cancelled' | 'unsure' | 'sent' | 'waiting';
  pile?: UndoPile | null;
  reason?: KeptBecause | null;
  fault?: Fault | null;
}

/** Tells how an item of a run that does not list stands; what an after-check does has none. */
export async function tellAct(
  db: OwnerDb,
  lane: Pick<Lane, 'ownerId'>,
  item: ItemRow | null,
  { state, pile = null, reason = null, fault = null }: ItemEnd,
): Promise<void> {
  if (item === null) {
    return;
  }
  await db
    .updateTable('listing_item')
    .set({ state, pile, reason, fault: fault && JSON.stringify(fault), at: sql<Date>`now()` })
    .where('owner_id', '=', lane.ownerId)
    .where('id', '=', item.id)
    .execute();
}

/** The same as it goes with what befalls the row; see `Details`. */
export function actLine(item: ItemRow | null, end: ItemEnd): RunLine {
  const { state, pile = null, reason = null, fault = null } = end;
  return item && { id: item.id, columns: { state, pile, reason, fault } };
}

/** An act whose intent is committed. */
export interface SentAct {
  write: ActWrite;
  attemptId: string;
  /** As the intent left it, with its token. */
  row: ListingRow;
}
