import { ListingRules, noRules } from '@bowerbird/catalog/listing-rules/rules';
import type { OwnValuePlace } from '@bowerbird/contract/products/own-values';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** Returns the connected stores by name, each shop once, by its newest connection. */
export async function findOwnValuePlaces(db: OwnerDb, ownerId: string): Promise<OwnValuePlace[]> {
  const rows = await db
    .selectFrom('store')
    .innerJoin('shop', 'shop.id', 'store.shop_id')
    .leftJoin('store_rules', 'store_rules.id', 'shop.rules_id')
    .distinctOn('shop.id')
    .select(['shop.id', 'store.id as store_id', 'store.name', 'shop.platform', 'shop.currency'])
    .select('store_rules.content')
    .where('store.owner_id', '=', ownerId)
    .where('store.removed_at', 'is', null)
    .orderBy('shop.id')
    .orderBy(sql`store.created_at`, 'desc')
    .execute();
  return rows
    .map(({ id, store_id, name, platform, currency, content }) => ({
      shopId: id,
      storeId: store_id,
      name,
      platform,
      currency,
      rules: content === null ? noRules : ListingRules.parse(content),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
