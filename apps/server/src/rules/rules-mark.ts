import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/**
 * Returns a mark that identifies what currently decides how products go into a shop: its rules and the merchant's risk
 * check, each with its last change.
 */
export async function rulesMark(db: OwnerDb, ownerId: string, shopId: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws('/', store_rules.id, store_rules.revision, risk_settings.updated_at) as mark
    from shop
    left join store_rules on store_rules.id = shop.rules_id
    left join risk_settings on risk_settings.owner_id = shop.owner_id
    where shop.owner_id = ${ownerId} and shop.id = ${shopId}
  `.execute(db);
  return rows[0]?.mark ?? '';
}
