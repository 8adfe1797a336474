import { composeCells } from '@bowerbird/catalog/change/compose';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { lockProducts } from '../write/write.ts';

/** Maximum number of products folded in a row before the next are looked for. */
const atOnce = 500;

/**
 * Folds what the sources of products changed longer ago than this into one record per product, of all merchants. What
 * people did stays as it is, as does what was undone. Returns the number of records that went.
 */
export async function foldHistory(db: Db, keptDays: number): Promise<number> {
  for (let gone = 0; ; ) {
    const { rows } = await sql<{ owner_id: string; product_id: string }>`
      select owner_id, product_id from unfolded_changes(${keptDays}, ${atOnce})
    `.execute(db);
    for (const { owner_id, product_id } of rows) {
      gone += await asOwner(db, owner_id, (owned) => foldProduct(owned, owner_id, product_id, keptDays));
    }
    if (rows.length < atOnce) {
      return gone;
    }
  }
}

async function foldProduct(
  db: OwnerDb,
  ownerId: string,
  productId: string,
  keptDays: number,
): Promise<number> {
  await lockProducts(db, ownerId, [productId]);
  const records = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select(['edit_set_id', 'cells'])
    .where('product_change.owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .where('edit_set.kind', '=', 'followed')
    .where('edit_set.user_id', 'is', null)
    .where('product_change.undone', 'is', null)
    .where(
      sql<boolean>`greatest(edit_set.at, product_change.at) < now() - make_interval(days => ${keptDays})`,
    )
    .orderBy('product_change.revision')
    .execute();
  const newest = records.pop();
  if (newest === undefined || records.length === 0) {
    return 0;
  }
  const earlier = records.map(({ edit_set_id }) => edit_set_id);
  const cells = [...records, newest].map((record) => record.cells).reduce(composeCells);
  await db
    .updateTable('product_change')
    .set({ cells: jsonText(cells) })
    .where('owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .where('edit_set_id', '=', newest.edit_set_id)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('product_change')
    .where('owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .where(sql<boolean>`edit_set_id = any(${earlier}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
