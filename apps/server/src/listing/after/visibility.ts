import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { sql } from 'kysely';
import { inLane, type Lane } from '../lane.ts';
import { type ListingRow, writeRow } from '../ledger.ts';
import { owedCheck } from './act.ts';
import { writeOf } from './decide-act.ts';
import { sendActs } from './send-acts.ts';

/**
 * Whether a late write of ours changed what shoppers see: the product was delisted or shown again while earlier writes were still on
 * their way, and the store shows it otherwise than it was wanted last. What a person changed after all of ours had arrived is
 * a difference, and never written over.
 */
export function isVisibilityLost(
  { lister }: Pick<Lane, 'lister'>,
  row: ListingRow,
  seen: SeenProduct,
): boolean {
  return (
    row.restores_visibility && lister.shelf !== undefined && lister.shelf.isHidden(seen) !== row.taken_down
  );
}

/** Hides or shows the product again, as it was wanted last, by an attempt of its own; and says so at the line that wanted it. */
export async function restoreVisibility(lane: Lane, row: ListingRow, seen: SeenProduct): Promise<void> {
  const act = row.taken_down ? 'delist' : 'relist';
  // Checked again when this one has arrived, whatever becomes of it.
  const owed = await inLane(lane, (db) => writeRow(db, row, owedCheck(lane.lister, true)));
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
