import type { ExpectedListing } from '@bowerbird/contract/listing/prices';
import type { Fault } from '@bowerbird/contract/runs';
import type { Selectable } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingPreparationTable, PreparationSource } from '../../db/tables/listing.ts';

export type Preparation = Selectable<ListingPreparationTable>;

export interface NewPreparation {
  source: PreparationSource;
  totals: Record<string, number>;
  /** What a person saw, and the mark before the first product. */
  seen: { expected: ExpectedListing; mark: string } | null;
}

/** Records that a run's products are still to be written. */
export async function insertPreparation(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { source, totals, seen }: NewPreparation,
): Promise<void> {
  await db
    .insertInto('listing_preparation')
    .values({
      run_id: runId,
      owner_id: ownerId,
      source: JSON.stringify(source),
      totals: JSON.stringify(totals),
      after: null,
      mark: seen?.mark ?? null,
      expected: seen && JSON.stringify(seen.expected),
      fault: null,
    })
    .execute();
}

/** Returns what is still to be written of a run; undefined once nothing is. */
export async function findPreparation(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<Preparation | undefined> {
  return await query(db, ownerId, runId).executeTakeFirst();
}

/** Returns the same and locks it for the caller's transaction: other workers that prepare this run wait for its end. */
export async function lockPreparation(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<Preparation | undefined> {
  return await query(db, ownerId, runId).forUpdate().executeTakeFirst();
}

function query(db: OwnerDb, ownerId: string, runId: string) {
  return db
    .selectFrom('listing_preparation')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId);
}

export async function changePreparation(
  db: OwnerDb,
  { owner_id, run_id }: Preparation,
  change: { after?: string; products?: number; mark?: string | null; fault?: Fault },
): Promise<void> {
  const { fault, ...plain } = change;
  await db
    .updateTable('listing_preparation')
    .set({ ...plain, ...(fault && { fault: JSON.stringify(fault) }) })
    .where('owner_id', '=', owner_id)
    .where('run_id', '=', run_id)
    .execute();
}

export async function endPreparation(db: OwnerDb, { owner_id, run_id }: Preparation): Promise<void> {
  await db
    .deleteFrom('listing_preparation')
    .where('owner_id', '=', owner_id)
    .where('run_id', '=', run_id)
    .execute();
}
