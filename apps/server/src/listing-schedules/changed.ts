import type { Selection } from '@bowerbird/contract/products';
import { type SqlBool, sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import { lackingMark } from '../listing/lacking-hash.ts';
import { selectProducts } from '../products/selection.ts';

/** By what everything goes into a shop now: its rules and the merchant's gate, each as it was changed last. */
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

/**
 * Of the selected products those that are new to one of these shops, or changed since they were last brought to an end
 * there, and those that are not there as they were sent. What a store refused as it is, or was deleted there, is left until it
 * changes.
 */
export async function changedSince(
  db: Db,
  ownerId: string,
  selection: Selection,
  shopIds: readonly string[],
): Promise<string[]> {
  const changed: string[] = [];
  for await (const ids of selectProducts(db, ownerId, selection)) {
    const rows = await asOwner(db, ownerId, (owned) =>
      owned
        .selectFrom('product')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .where(isOpenIn(ownerId, shopIds))
        .orderBy('id')
        .execute(),
    );
    changed.push(...rows.map(({ id }) => id));
  }
  return changed;
}

function isOpenIn(ownerId: string, shopIds: readonly string[]) {
  return sql<SqlBool>`exists (
    select from unnest(${shopIds}::uuid[]) as given (shop_id)
    where not exists (
      select from listing
      where listing.owner_id = ${ownerId} and listing.product_id = product.id and listing.shop_id = given.shop_id
        and listing.wanted_revision >= product.revision
        and listing.state in ('listed', 'refused', 'conflict', 'gone')
        and not (
          listing.state = 'listed' and not listing.taken_down
          and (listing.sent_hash is null or right(listing.sent_hash, 1) = ${lackingMark})
        )
    )
  )`;
}
