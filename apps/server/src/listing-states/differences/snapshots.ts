import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { bodyOf, contentIn } from '../../db/listing-content.ts';
import type { Decided, ListingComparisonTable } from '../../db/tables/listing-states.ts';
import { optionsIn } from '../../listing/ledger/attempts.ts';
import type { ListingRow } from '../../listing/ledger/ledger.ts';

export type SnapshotRow = Selectable<ListingComparisonTable>;

/** A listed product with what was last sent of it and what was read of it. */
export interface Read {
  row: ListingRow;
  /** Null where it is no longer known. */
  sent: Product | null;
  options: ListingOptions | null;
  snapshot: SnapshotRow | undefined;
}

/** Returns what is known of these listings in addition to their rows. */
export async function withReadings(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListingRow[],
): Promise<Read[]> {
  const ids = rows.map(({ id }) => id);
  const snapshots = await db
    .selectFrom('listing_comparison')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`listing_id = any(${ids}::uuid[])`)
    .execute();
  const attempts = await contentsOf(db, ownerId, rows);
  const narrowed = await narrowedAmong(db, ownerId, rows);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const snapshotOf = new Map(
    snapshots.map((snapshot) => {
      const row = rowOf.get(snapshot.listing_id);
      const isPassedOver = row && snapshot.attempt_id !== row.listed_attempt && narrowed.has(row.id);
      return [snapshot.listing_id, isPassedOver ? passedOver(snapshot, row) : snapshot];
    }),
  );
  const attemptOf = new Map(attempts.map((attempt) => [attempt.listing_id, attempt]));
  return rows.map((row) => {
    const attempt = attemptOf.get(row.id);
    return {
      row,
      sent: contentIn(attempt?.body ?? null),
      options: attempt ? optionsIn(attempt.options) : null,
      snapshot: snapshotOf.get(row.id),
    };
  });
}

/** Returns what the listed attempts sent. */
async function contentsOf(db: OwnerDb, ownerId: string, rows: readonly ListingRow[]) {
  const { rows: found } = await sql<{
    listing_id: string;
    body: Buffer | null;
    options: Partial<ListingOptions>;
  }>`
    select attempt.listing_id, attempt.options, ${bodyOf('attempt')} as body
    from listing_attempt as attempt
    where attempt.owner_id = ${ownerId}
      and attempt.id = any(${rows.flatMap(({ listed_attempt }) => listed_attempt ?? [])}::uuid[])
  `.execute(db);
  return found;
}

/** Returns the listings whose content was sent by a run that carried only a part of it. */
async function narrowedAmong(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListingRow[],
): Promise<Set<string>> {
  const found = await sql<{ listing_id: string }>`
    select distinct attempt.listing_id from listing_attempt as attempt
    join listing_narrowing as narrowing on narrowing.run_id = attempt.run_id
    where attempt.owner_id = ${ownerId}
      and attempt.id = any(${rows.flatMap(({ listed_attempt }) => listed_attempt ?? [])}::uuid[])
  `.execute(db);
  return new Set(found.rows.map(({ listing_id }) => listing_id));
}

/** Returns the snapshot with what such a run passed over still as it was read before the run. */
function passedOver(snapshot: SnapshotRow, row: ListingRow): SnapshotRow {
  return {
    ...snapshot,
    attempt_id: row.listed_attempt,
    seen_hash: row.seen_hash ?? snapshot.seen_hash,
    clean: null,
    differences: snapshot.differences.filter(({ key }) => snapshot.decided[key]?.how === 'open'),
  };
}

/** Records what was decided about a snapshot. */
export async function saveDecided(
  db: OwnerDb,
  ownerId: string,
  listingId: string,
  { decided, kinds }: { decided: Record<string, Decided>; kinds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('listing_comparison')
    .set({ decided: jsonText(decided), kinds: [...kinds] })
    .where('owner_id', '=', ownerId)
    .where('listing_id', '=', listingId)
    .execute();
}
