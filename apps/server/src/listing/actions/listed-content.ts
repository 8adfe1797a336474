import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptRow } from '../ledger/attempts.ts';

/**
 * Returns the attempts whose content these listings are listed with, by listing; listings whose content was deleted are
 * left out. The same content may have been written by several attempts, of which one keeps it.
 */
export async function listedContents(
  db: OwnerDb,
  ownerId: string,
  listingIds: readonly string[],
): Promise<Map<string, AttemptRow & { body: NonNullable<AttemptRow['body']> }>> {
  const rows = await db
    .selectFrom('listing_attempt as attempt')
    .innerJoin('listing', 'listing.id', 'attempt.listing_id')
    .innerJoin('listing_attempt as listed', 'listed.id', 'listing.listed_attempt')
    .distinctOn('attempt.listing_id')
    .selectAll('attempt')
    .where('attempt.owner_id', '=', ownerId)
    .where(sql<boolean>`attempt.listing_id = any(${listingIds}::uuid[])`)
    .where('attempt.body', 'is not', null)
    .whereRef('attempt.hash', '=', 'listed.hash')
    .orderBy('attempt.listing_id')
    .orderBy('attempt.id', 'desc')
    .execute();
  return new Map(
    rows.flatMap((row) => (row.body ? [[row.listing_id, { ...row, body: row.body }] as const] : [])),
  );
}
