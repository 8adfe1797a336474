import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { bodyOf, contentIn } from '../../db/listing-content.ts';
import type { ListingAttemptTable } from '../../db/tables/listing.ts';

/** An attempt, with its content where the ledger still has it. */
export type AttemptRow = Omit<Selectable<ListingAttemptTable>, 'body' | 'options'> & {
  body: Product | null;
  options: ListingOptions;
};

const usual: ListingOptions = { status: 'active', publish: true, again: false };

/** Returns the options of an attempt as they are stored: without those that are as usual. */
export function unusual(options: ListingOptions): Partial<ListingOptions> {
  const given = Object.entries(options);
  return Object.fromEntries(
    given.filter(([name, value]) => !(name in usual) || usual[name as keyof ListingOptions] !== value),
  );
}

/** Returns the options of an attempt from those that are stored. */
export function optionsIn(stored: Partial<ListingOptions>): ListingOptions {
  return { ...usual, ...stored };
}

/** Returns attempts with their contents, all of which were read with `bodyOf`. */
export function attemptsIn(rows: readonly Selectable<ListingAttemptTable>[]): AttemptRow[] {
  return rows.map((row) => ({ ...row, body: contentIn(row.body), options: optionsIn(row.options) }));
}

/** Reports whether the store said of this attempt that it had created the product before. */
export function saidWasMade({ answer }: Pick<AttemptRow, 'answer'>): boolean {
  return typeof answer === 'object' && answer !== null && 'wasMade' in answer;
}

export async function findAttempt(db: OwnerDb, ownerId: string, id: string): Promise<AttemptRow | undefined> {
  const rows = await db
    .selectFrom('listing_attempt as attempt')
    .selectAll('attempt')
    .select(bodyOf('attempt').as('body'))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return attemptsIn(rows)[0];
}

export async function findAttempts(db: OwnerDb, ownerId: string, listingId: string): Promise<AttemptRow[]> {
  const rows = await db
    .selectFrom('listing_attempt as attempt')
    .selectAll('attempt')
    .select(bodyOf('attempt').as('body'))
    .where('owner_id', '=', ownerId)
    .where('listing_id', '=', listingId)
    .orderBy('id')
    .execute();
  return attemptsIn(rows);
}

/** Adds time that a worker has waited for this attempt. */
export async function addWaited(db: OwnerDb, ownerId: string, id: string, ms: number): Promise<number> {
  const { waited_ms } = await db
    .updateTable('listing_attempt')
    .set({ waited_ms: sql<string>`waited_ms + ${Math.floor(ms)}` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('waited_ms')
    .executeTakeFirstOrThrow();
  return Number(waited_ms);
}

/** How long after its last write a product's former content can be restored by an undo, in milliseconds. */
const undoMs = 30 * 24 * 3_600_000;

/**
 * Deletes contents that are no longer needed: the store was found to hold the newest content of these listings. Kept
 * are the one on top, which of two with the same content may be the earlier, and the one it replaced, which an undo
 * within thirty days writes again; each by whichever attempt has it. To be called in a transaction that gives these
 * rows new tokens: an attempt that is being opened meanwhile counts on what is there.
 */
export async function forgetBodies(
  db: OwnerDb,
  ownerId: string,
  listingIds: readonly string[],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - undoMs);
  await sql`
    with newest as (
      select distinct on (listing_id) listing_id, generation, hash, answered_at from listing_attempt
      where owner_id = ${ownerId} and listing_id = any(${listingIds}::uuid[]) and ${isListed}
      order by listing_id, id desc
    ), kept as (
      select listing_id, generation, hash from newest
      union all
      select listed.listing_id, listed.generation, listed.hash from listing
      join listing_attempt as listed on listed.id = listing.listed_attempt
      where listing.owner_id = ${ownerId} and listing.id = any(${listingIds}::uuid[])
      union all
      select open.listing_id, open.generation, open.hash from listing_attempt as open
      where open.owner_id = ${ownerId} and open.listing_id = any(${listingIds}::uuid[]) and open.outcome = 'open'
      union all
      select former.listing_id, former.generation, former.hash from newest cross join lateral (
        select listing_id, generation, hash from listing_attempt as earlier
        where earlier.owner_id = ${ownerId} and earlier.listing_id = newest.listing_id and ${isListed}
          and earlier.generation = newest.generation and earlier.hash <> newest.hash
        order by id desc limit 1
      ) as former
      where newest.answered_at > ${since}
    )
    update listing_attempt set body = null
    where owner_id = ${ownerId} and listing_id = any(${listingIds}::uuid[]) and body is not null
      and not exists (
        select from kept where kept.listing_id = listing_attempt.listing_id
          and kept.generation = listing_attempt.generation and kept.hash = listing_attempt.hash
      )
  `.execute(db);
}

const isListed = sql<boolean>`kind in ('create', 'update') and outcome = 'applied'`;

/**
 * Returns the highest attempt of this owner, on a product or on what products need: the epoch file is compared with it.
 */
export async function highestAttempt(db: OwnerDb, ownerId: string): Promise<string | null> {
  const [product, resource] = await Promise.all([
    highestIn(db, 'listing_attempt', ownerId),
    highestIn(db, 'store_resource_attempt', ownerId),
  ]);
  return (product ?? '') > (resource ?? '') ? product : resource;
}

async function highestIn(
  db: OwnerDb,
  table: 'listing_attempt' | 'store_resource_attempt',
  ownerId: string,
): Promise<string | null> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The counted time of a shop now, in milliseconds: at most a tick behind what was waited there. */
export function countedNow(shopId: string): RawBuilder<string> {
  return sql<string>`(select counted_ms from shop_turn where shop_id = ${shopId})`;
}
