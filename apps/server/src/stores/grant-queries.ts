import { type Insertable, type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { StoreGrantTable } from '../db/tables/listing.ts';

export type GrantRow = Selectable<StoreGrantTable>;

/** Records who was sent to which shop; grants too old to come back are deleted. */
export async function keepGrant(
  db: OwnerDb,
  ownerId: string,
  grant: Omit<Insertable<StoreGrantTable>, 'owner_id'>,
): Promise<void> {
  await db
    .deleteFrom('store_grant')
    .where('owner_id', '=', ownerId)
    .where('ends_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .insertInto('store_grant')
    .values({ ...grant, owner_id: ownerId })
    .execute();
}

/** Takes the grant that this person began, so that it cannot be taken again. */
export async function takeGrant(
  db: OwnerDb,
  ownerId: string,
  userId: string,
  stateHash: Buffer,
): Promise<GrantRow | undefined> {
  return await db
    .deleteFrom('store_grant')
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', userId)
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
}
