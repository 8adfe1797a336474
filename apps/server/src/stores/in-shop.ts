import type { OwnerDb } from '../db/database.ts';

/** How many products stand how in each shop. */
export async function countListings(
  db: OwnerDb,
  ownerId: string,
): Promise<Map<string, { listed: number; refused: number; unsure: number }>> {
  const rows = await db
    .selectFrom('listing')
    .select(['shop_id', 'state', (eb) => eb.fn.countAll<string>().as('count')])
    .where('owner_id', '=', ownerId)
    .groupBy(['shop_id', 'state'])
    .execute();
  const counts = new Map<string, { listed: number; refused: number; unsure: number }>();
  for (const { shop_id, state, count } of rows) {
    const shop = counts.get(shop_id) ?? { listed: 0, refused: 0, unsure: 0 };
    const name =
      state === 'listed' ? 'listed' : state === 'refused' || state === 'conflict' ? 'refused' : null;
    if (name) {
      shop[name] += Number(count);
    } else if (state === 'unsure') {
      shop.unsure += Number(count);
    }
    counts.set(shop_id, shop);
  }
  return counts;
}

/** Whether a run is under way or rests in the shop of this store. */
export async function isInUse(db: OwnerDb, ownerId: string, storeId: string): Promise<boolean> {
  const found = await db
    .selectFrom('listing_lane')
    .select('run_id')
    .where('owner_id', '=', ownerId)
    .where('store_id', '=', storeId)
    .where('state', 'not in', ['complete', 'partial', 'failed'])
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Runs with a part that rests for this store's sake. */
export async function findRunsHeldFor(db: OwnerDb, ownerId: string, storeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('listing_lane')
    .select('run_id')
    .where('owner_id', '=', ownerId)
    .where('store_id', '=', storeId)
    .where('state', '=', 'held')
    .execute();
  return rows.map(({ run_id }) => run_id);
}
