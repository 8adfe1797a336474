import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { findOurs, kindsOf, undecided } from './differences/ours.ts';
import { saveDecided } from './differences/snapshots.ts';

/** Recomputes the undecided kinds of these products, after we changed them. */
export async function refreshKinds(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; product_id: string; shop_id: string }>`
    select listing.id, listing.product_id, listing.shop_id from listing
    join listing_comparison as comparison on comparison.listing_id = listing.id
    where listing.owner_id = ${ownerId} and listing.product_id = any(${productIds}::uuid[])
      and comparison.differences <> '[]'
  `.execute(db);
  for (const [shopId, listings] of Map.groupBy(rows, ({ shop_id }) => shop_id)) {
    const ours = await findOurs(
      db,
      ownerId,
      shopId,
      listings.map(({ product_id }) => product_id),
    );
    for (const { id, product_id } of listings) {
      const snapshot = await db
        .selectFrom('listing_comparison')
        .select(['differences', 'decided'])
        .where('owner_id', '=', ownerId)
        .where('listing_id', '=', id)
        .executeTakeFirstOrThrow();
      const { differences, decided } = snapshot;
      const kinds = kindsOf(undecided(differences, decided, ours.get(product_id)));
      await saveDecided(db, ownerId, id, { decided, kinds });
    }
  }
}
