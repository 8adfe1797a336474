import { TableLook } from '@bowerbird/contract/products/saved-items';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';

/** Returns how a person arranged a table; null while they have not. */
export async function findTableLook(
  db: OwnerDb,
  ownerId: string,
  userId: string,
  name: string,
): Promise<TableLook | null> {
  const row = await db
    .selectFrom('table_look')
    .select('look')
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return TableLook.safeParse(row?.look).data ?? null;
}

export async function saveTableLook(
  db: OwnerDb,
  ownerId: string,
  userId: string,
  name: string,
  look: TableLook,
): Promise<void> {
  const text = jsonText(look);
  await db
    .insertInto('table_look')
    .values({ owner_id: ownerId, user_id: userId, name, look: text })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ look: text }))
    .execute();
}
