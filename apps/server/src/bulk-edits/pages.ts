import { editGroups, undoGroups } from '@bowerbird/contract/products/bulk-edit';
import type { Selection } from '@bowerbird/contract/products/products';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { BulkNote, BulkOutcome } from '../db/tables/catalogue.ts';
import { whereSelected } from '../products/filter.ts';

/** Number of products of a page, which is one transaction: others wait for their rows for a fraction of a second. */
const pageSize = 500;

/** Products that a run changes in one transaction, with the revision that each had when it was confirmed. */
export interface Page {
  page: number;
  ids: string[];
  revisions: number[];
}

/** What became of each product of a page, by its id. */
export type PageResult = Map<string, { outcome: BulkOutcome; note?: BulkNote }>;

/** Fixes which products a run changes, and at which revision, with one statement. Returns how many. */
export function freezeSelection(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  selection: Selection,
): Promise<number> {
  const chosen = db
    .selectFrom('own_product')
    .select(['id', 'revision'])
    .where(whereSelected(ownerId, selection));
  return freeze(db, ownerId, runId, sql`${chosen}`);
}

/** The same for a query of ids and revisions. */
export async function freeze(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  chosen: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with frozen as (
      insert into edit_page (run_id, page, owner_id, ids, revisions)
      select ${runId}::uuid, numbered.page, ${ownerId}::uuid, array_agg(numbered.id order by numbered.id),
        array_agg(numbered.revision order by numbered.id)
      from (
        select id, revision, ((row_number() over (order by id) - 1) / ${sql.lit(pageSize)})::integer as page
        from ${chosen} as chosen
      ) as numbered
      group by numbered.page
      returning cardinality(ids) as count
    )
    select coalesce(sum(count), 0)::integer as total from frozen
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the numbers of the pages that are still to do. */
export async function findOpenPages(db: OwnerDb, ownerId: string, runId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('edit_page')
    .select('page')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('outcomes', 'is', null)
    .orderBy('page')
    .execute();
  return rows.map(({ page }) => page);
}

/** Locks a page that is still to do; null when it has been done, by whomever. */
export async function takePage(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  page: number,
): Promise<Page | null> {
  const row = await db
    .selectFrom('edit_page')
    .select(['page', 'ids', 'revisions'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('page', '=', page)
    .where('outcomes', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Records what became of the products of a page, in the transaction that wrote them. */
export async function finishPage(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { page, ids }: Page,
  result: PageResult,
): Promise<void> {
  const outcomes = ids.map((id) => result.get(id)?.outcome ?? 'gone');
  const notes = Object.fromEntries(
    [...result].flatMap(([id, { note }]) => (note === undefined ? [] : [[id, note] as const])),
  );
  await db
    .updateTable('edit_page')
    .set({ outcomes: sql<BulkOutcome[]>`${outcomes}::text[]`, notes: sql`${jsonText(notes)}::jsonb` })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('page', '=', page)
    .execute();
}

export type Counts = Record<BulkOutcome, number>;

/** Returns how many products a run has brought into each group so far. */
export async function countOutcomes(db: OwnerDb, ownerId: string, runId: string): Promise<Counts> {
  const { rows } = await sql<{ outcome: BulkOutcome; count: number }>`
    select outcome, count(*)::integer as count from edit_page, unnest(outcomes) as outcome
    where owner_id = ${ownerId} and run_id = ${runId} group by outcome
  `.execute(db);
  const none = Object.fromEntries([...editGroups, ...undoGroups].map((group) => [group, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) } as Counts;
}

/** Returns the reasons why products were left alone, most frequent first. */
export async function countFaults(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select note.value #>> '{fault,code}' as code, count(*)::integer as count
    from edit_page, jsonb_each(notes) as note
    where owner_id = ${ownerId} and run_id = ${runId} and note.value ? 'fault'
    group by 1 order by 2 desc, 1
  `.execute(db);
  return rows;
}
