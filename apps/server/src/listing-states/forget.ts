import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { recordIn } from '../listing/engine/record.ts';
import { listingKey } from '../listing/ledger/key.ts';
import { unlessFenced } from '../listing/ledger/ledger.ts';

/**
 * Stops reporting products that were deleted in a store; returns how many. The row stays, with the key of the next
 * generation: listed again one day, the product is a new one, and nothing under the former key is mistaken for it.
 */
export async function forgetGone(
  db: OwnerDb,
  ownerId: string,
  listingIds: readonly string[],
): Promise<number> {
  const installation = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${listingIds}::uuid[])`)
    .where('state', '=', 'gone')
    .where('open_attempt', 'is', null)
    .execute();
  let forgotten = 0;
  for (const row of rows) {
    const generation = row.generation + 1;
    const key = listingKey(installation.id, row.product_id, row.shop_id, generation);
    forgotten += await unlessFenced(async () => {
      await recordIn(db, null, row, 'listedAgain', { set: { generation, key } });
      return 1;
    }, 0);
  }
  return forgotten;
}
