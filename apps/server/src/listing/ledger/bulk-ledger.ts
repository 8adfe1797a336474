import type { BulkKind } from '@bowerbird/platforms/listing/bulk';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingBulkTable } from '../../db/tables/listing.ts';

export type BulkRow = Selectable<ListingBulkTable>;

export async function insertBulk(
  db: OwnerDb,
  bulk: { id: string; ownerId: string; shopId: string; runId: string; kind: BulkKind },
): Promise<void> {
  await db
    .insertInto('listing_bulk')
    .values({
      id: bulk.id,
      owner_id: bulk.ownerId,
      shop_id: bulk.shopId,
      run_id: bulk.runId,
      kind: bulk.kind,
      operation: null,
      token: v7(),
      waited_ms: 0,
    })
    .execute();
}

/** Returns the operation of this request, if its results are still to come. */
export async function findOpenBulk(db: OwnerDb, ownerId: string, id: string): Promise<BulkRow | undefined> {
  return await db
    .selectFrom('listing_bulk')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Returns all operations of a shop whose results are still to come, oldest first, whatever run began them. */
export async function openBulks(db: OwnerDb, ownerId: string, shopId: string): Promise<BulkRow[]> {
  return await db
    .selectFrom('listing_bulk')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Records the store's id of the operation. */
export async function noteOperation(
  db: OwnerDb,
  ownerId: string,
  id: string,
  operation: string,
): Promise<void> {
  await db
    .updateTable('listing_bulk')
    .set({ operation })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/**
 * Adds time that a worker waited for an operation which the store does not know. Of two that wait, one counts: the
 * other's addition has no effect, and that worker continues from the row's value.
 */
export async function waitedFor(
  db: OwnerDb,
  { owner_id, id, token }: BulkRow,
  ms: number,
): Promise<BulkRow | undefined> {
  await db
    .updateTable('listing_bulk')
    .set({ waited_ms: sql<string>`waited_ms + ${Math.floor(ms)}`, token: v7() })
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('token', '=', token)
    .execute();
  return await findOpenBulk(db, owner_id, id);
}

export async function endBulk(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await db
    .updateTable('listing_bulk')
    .set({ ended_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
