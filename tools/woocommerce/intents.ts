import { sql } from 'kysely';
import { asOwner, type Db } from '../../apps/server/src/db/database.ts';

/**
 * Returns how many intents of an owner were written for products and for their dependencies, and how many of each came
 * too late for their gate.
 */
export async function intentsOf(db: Db, ownerId: string): Promise<string> {
  const isLate = sql<boolean>`coalesce(answer ->> 'because' = 'too late', false)`.as('is_late');
  return await asOwner(db, ownerId, async (owned) => {
    const products = await owned
      .selectFrom('listing_attempt')
      .select(isLate)
      .where('owner_id', '=', ownerId)
      .execute();
    const resources = await owned
      .selectFrom('store_resource_attempt')
      .select(isLate)
      .where('owner_id', '=', ownerId)
      .execute();
    return `gate shut for ${lateOf(products)} intents, and for ${lateOf(resources)} of categories and images`;
  });
}

function lateOf(attempts: readonly { is_late: boolean }[]): string {
  return `${attempts.filter(({ is_late }) => is_late).length} of ${attempts.length}`;
}
