import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { Decided, Difference } from '../../db/tables/listing-states.ts';
import { isAmount } from '../../listing/states/keys.ts';
import { findOurs, kindsOf, oursAt, undecided } from './ours.ts';
import { saveDecided } from './snapshots.ts';

/**
 * Records that a run which carries prices and inventory alone sends all other drifted fields as the store has them:
 * they are still to be decided.
 */
export async function passOver(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  productIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    product_id: string;
    differences: Difference[];
    decided: Record<string, Decided>;
  }>`
    select listing.id, listing.product_id, comparison.differences, comparison.decided from listing
    join listing_comparison as comparison
      on comparison.listing_id = listing.id and comparison.attempt_id is not distinct from listing.listed_attempt
    where listing.owner_id = ${ownerId} and listing.shop_id = ${shopId} and comparison.kinds <> '{}'
      and listing.product_id = any(${productIds}::uuid[])
  `.execute(db);
  const ours = await findOurs(
    db,
    ownerId,
    shopId,
    rows.map(({ product_id }) => product_id),
  );
  for (const { id, product_id, differences, decided } of rows) {
    const own = ours.get(product_id);
    const left = undecided(differences, decided, own).filter(
      ({ key, kind }) => !isAmount(key) && kind !== 'other' && kind !== 'variants' && kind !== 'status',
    );
    const open = left.map(({ key, store }): [string, Decided] => [
      key,
      { how: 'open', store, ours: oursAt(own, key) ?? null },
    ]);
    await saveDecided(db, ownerId, id, {
      decided: { ...decided, ...Object.fromEntries(open) },
      kinds: kindsOf(left),
    });
  }
}
