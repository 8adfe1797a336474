import type { KeptBecause, UndoPile } from '@bowerbird/contract/listing-after';
import type { Fault } from '@bowerbird/contract/runs';
import type { HiddenAs } from '@bowerbird/platforms/listing/lister';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptRow } from '../attempts.ts';
import { checkInMs } from '../counted.ts';
import type { ItemRow } from '../items.ts';
import { listingKey } from '../key.ts';
import { type Lane, settleMs } from '../lane.ts';
import { type ListingRow, type RowChange, unbound } from '../ledger.ts';

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

/** What an act that was done makes of its row. `isWanted`: a person wanted it, and no after-check. */
export function rowAfter(
  { installationId, shopId, lister }: Pick<Lane, 'installationId' | 'shopId' | 'lister'>,
  row: ListingRow,
  act: Act,
  now: { hash: string; address: string | null; clean: boolean; isWanted: boolean },
): RowChange {
  if (act === 'remove') {
    const generation = row.generation + 1;
    const key = listingKey(installationId, row.product_id, shopId, generation);
    // Listed again it is taken out of the trash by its id, or else is a new product; its key is one that nothing of the former bears.
    const adopts = lister.trash ? row.store_product_id : null;
    return { ...unbound, state: 'waiting', openAttempt: null, takenDown: true, adopts, generation, key };
  }
  return {
    state: 'listed',
    openAttempt: null,
    address: act === 'delist' ? null : now.address,
    published: act === 'relist',
    takenDown: act === 'delist',
    ...owedCheck(lister, now.isWanted && row.check_due),
    fault: null,
    field: null,
    // What is hidden is not as it was wanted: the next run that lists it writes it, and shows it.
    ...(act === 'delist' && { sentHash: null }),
    ...(now.hash !== '' && { seenHash: now.hash, ...(now.clean && { listedHash: now.hash }) }),
  };
}

/**
 * What of ours may still be on its way, an earlier write that shows or hides the product, has arrived when this check is made.
 * @param isLate a check is owed already: such a write may be there
 */
export function owedCheck(lister: Lane['lister'], isLate: boolean): RowChange {
  return { restoresVisibility: isLate, checkInMs: checkInMs(settleMs({ lister })) };
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

/** An act whose intent is committed. */
export interface SentAct {
  write: ActWrite;
  attemptId: string;
  /** As the intent left it, with its token. */
  row: ListingRow;
}
