import type { OwnerDb } from '../db/database.ts';

/** Returns the names of the owner's people, by id; people of others are left out. */
export async function namesOf(db: OwnerDb, ownerId: string, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
