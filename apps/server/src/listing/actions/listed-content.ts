import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { bodyOf } from '../../db/listing-content.ts';
import { type AttemptRow, attemptsIn } from '../ledger/attempts.ts';

/**
 * Returns the attempts whose content these listings are listed with, by listing; listings whose content was deleted are
 * left out.
 */
export async function listedContents(
  db: OwnerDb,
  ownerId: string,
  listingIds: readonly string[],
): Promise<Map<string, AttemptRow & { body: NonNullable<AttemptRow['body']> }>> {
  const rows = await db
    .selectFrom('listing')
    .innerJoin('listing_attempt as attempt', 'attempt.id', 'listing.listed_attempt')
    .selectAll('attempt')
    .select(bodyOf('attempt').as('body'))
    .where('attempt.owner_id', '=', ownerId)
    .where(sql<boolean>`listing.id = any(${listingIds}::uuid[])`)
    .execute();
  return new Map(
    attemptsIn(rows).flatMap((row) =>
      row.body ? [[row.listing_id, { ...row, body: row.body }] as const] : [],
    ),
  );
}
