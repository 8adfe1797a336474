import type { Selection } from '@bowerbird/contract/products/products';
import { type SqlBool, sql } from 'kysely';
import { asOwner, type Db } from '../db/database.ts';
import { lackingMark } from '../listing/ledger/lacking-hash.ts';
import { isChangedSince } from '../products/history/changed-since.ts';
import { selectProducts } from '../products/list/selection.ts';

/**
 * Returns those of the selected products that are new to one of these shops, were changed since a run there last
 * finished with them, or are not in the store as they were sent. A product that a store rejected as it is, or that was
 * deleted there, is left out until it changes.
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
        and case
          when listing.state = 'listed' and not listing.taken_down
          then not ${isChangedSince('product')}
            and listing.sent_hash is not null and right(listing.sent_hash, 1) <> ${lackingMark}
          else listing.state in ('listed', 'refused', 'conflict', 'gone') and listing.wanted_revision >= product.revision
        end
    )
  )`;
}
