import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { Decided, Difference, ListingReadingTable } from '../db/tables/listing-states.ts';
import type { ListingRow } from '../listing/ledger.ts';

export type ReadingRow = Selectable<ListingReadingTable>;

/** A listed product with what was sent of it last and what was read of it. */
export interface Read {
  row: ListingRow;
  /** Null where it is not known any more. */
  sent: Product | null;
  options: ListingOptions | null;
  reading: ReadingRow | undefined;
}

/** What is known of these listings beside their rows. */
export async function withReadings(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListingRow[],
): Promise<Read[]> {
  const ids = rows.map(({ id }) => id);
  const readings = await db
    .selectFrom('listing_reading')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`listing_id = any(${ids}::uuid[])`)
    .execute();
  const attempts = await contentsOf(db, ownerId, rows);
  const narrowed = await narrowedAmong(db, ownerId, rows);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const readingOf = new Map(
    readings.map((reading) => {
      const row = rowOf.get(reading.listing_id);
      const isPassedOver = row && reading.attempt_id !== row.listed_attempt && narrowed.has(row.id);
      return [reading.listing_id, isPassedOver ? passedOver(reading, row) : reading];
    }),
  );
  const attemptOf = new Map(attempts.map((attempt) => [attempt.listing_id, attempt]));
  return rows.map((row) => {
    const attempt = attemptOf.get(row.id);
    return {
      row,
      sent: attempt?.body ?? null,
      options: attempt?.options ?? null,
      reading: readingOf.get(row.id),
    };
  });
}

/**
 * What the listed attempts sent. Where the same content was sent twice, the ledger keeps it with the other attempt of the two, so that
 * it is looked for there as well.
 */
async function contentsOf(db: OwnerDb, ownerId: string, rows: readonly ListingRow[]) {
  const { rows: found } = await sql<{ listing_id: string; body: Product | null; options: ListingOptions }>`
    select attempt.listing_id, attempt.options, coalesce(attempt.body, (
      select alike.body from listing_attempt as alike
      where alike.owner_id = ${ownerId} and alike.listing_id = attempt.listing_id
        and alike.generation = attempt.generation and alike.hash = attempt.hash and alike.body is not null
      order by alike.id desc limit 1
    )) as body
    from listing_attempt as attempt
    where attempt.owner_id = ${ownerId}
      and attempt.id = any(${rows.flatMap(({ listed_attempt }) => listed_attempt ?? [])}::uuid[])
  `.execute(db);
  return found;
}

/** Of which listings the content was sent by a run that carried a part of it only. */
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

/** What such a run passed over is still as it was read before it. */
function passedOver(reading: ReadingRow, row: ListingRow): ReadingRow {
  return {
    ...reading,
    attempt_id: row.listed_attempt,
    seen_hash: row.seen_hash ?? reading.seen_hash,
    clean: null,
    differences: reading.differences.filter(({ key }) => reading.decided[key]?.how === 'open'),
  };
}

export interface NewReading {
  seenHash: string;
  product: Product | null;
  clean: Product | null;
  differences: readonly Difference[];
  kinds: readonly string[];
  decided: Record<string, Decided>;
}

export async function saveReading(
  db: OwnerDb,
  ownerId: string,
  row: Pick<ListingRow, 'id' | 'shop_id' | 'listed_attempt'>,
  reading: NewReading,
): Promise<void> {
  const values = {
    attempt_id: row.listed_attempt,
    seen_hash: reading.seenHash,
    product: reading.product && jsonText(reading.product),
    clean: reading.clean && jsonText(reading.clean),
    differences: jsonText(reading.differences),
    kinds: [...reading.kinds],
    decided: jsonText(reading.decided),
  };
  await db
    .insertInto('listing_reading')
    .values({ listing_id: row.id, owner_id: ownerId, shop_id: row.shop_id, ...values })
    .onConflict((conflict) =>
      conflict.column('listing_id').doUpdateSet({ ...values, read_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Keeps what was decided of a reading. */
export async function saveDecided(
  db: OwnerDb,
  ownerId: string,
  listingId: string,
  { decided, kinds }: { decided: Record<string, Decided>; kinds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('listing_reading')
    .set({ decided: jsonText(decided), kinds: [...kinds] })
    .where('owner_id', '=', ownerId)
    .where('listing_id', '=', listingId)
    .execute();
}
