import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingRow } from '../../listing/ledger/ledger.ts';
import { isBeingWritten } from '../on-its-way.ts';

/**
 * Whether a listing is in the store as it was last sent. What a run is writing right now is compared after it was
 * written.
 */
export const isComparable = sql<boolean>`(
  listing.state = 'listed' and listing.store_product_id is not null and not ${isBeingWritten}
)`;

/** Returns which of these rows have not been written since they were read, and are not being written by a run now. */
export async function stillComparable(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListingRow[],
): Promise<Set<string>> {
  const found = await db
    .selectFrom('listing')
    .select(['id', 'token'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where(isComparable)
    .execute();
  const tokens = new Map(found.map(({ id, token }) => [id, token]));
  return new Set(rows.flatMap(({ id, token }) => (tokens.get(id) === token ? [id] : [])));
}
