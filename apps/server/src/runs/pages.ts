import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { type PageNote, type PageOutcome, pageOutcomes } from '../db/tables/pages.ts';
import { changeRun, type RunRow } from './runs.ts';

/** Items that a run works on in one transaction, in the order of their ids. */
export interface Page {
  page: number;
  ids: string[];
  /** The revision that each had when it was fixed; 0 for items without one. */
  revisions: number[];
}

/** What became of one item. */
export interface ItemResult {
  outcome: PageOutcome;
  note?: PageNote;
}

/** What became of each item of a page, by its id; one that is missing is gone. */
export type PageResult = Map<string, ItemResult>;

/** What a run is for, and how many items it takes in one transaction: others wait for their rows for a fraction of a second. */
export interface Chosen {
  /** A query of `id` and `revision`. */
  items: RawBuilder<unknown>;
  pageSize: number;
}

/** Fixes what a run works on, with one statement, where that was not done before. Returns how much it is. */
export async function freezeOnce(
  db: OwnerDb,
  { id, owner_id: ownerId, total }: Pick<RunRow, 'id' | 'owner_id' | 'total'>,
  chosen: Chosen,
): Promise<number> {
  if (total !== null) {
    return total;
  }
  const frozen = await freeze(db, ownerId, id, chosen);
  await changeRun(db, ownerId, id, { total: frozen });
  return frozen;
}

/** Fixes the items of a run in pages; with an outcome where all of them are done already. Returns how many there are. */
export async function freeze(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { items, pageSize, outcome = null }: Chosen & { outcome?: PageOutcome | null },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with frozen as (
      insert into run_page (run_id, page, owner_id, ids, revisions, outcomes)
      select ${runId}::uuid, numbered.page, ${ownerId}::uuid, array_agg(numbered.id order by numbered.id),
        array_agg(numbered.revision order by numbered.id),
        case when ${outcome}::text is not null then array_agg(${outcome}::text) end
      from (
        select id, revision, ((row_number() over (order by id) - 1) / ${sql.lit(pageSize)})::integer as page
        from ${items} as chosen
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
    .selectFrom('run_page')
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
    .selectFrom('run_page')
    .select(['page', 'ids', 'revisions'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('page', '=', page)
    .where('outcomes', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Records what became of the items of a page, in the transaction that wrote them. */
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
    .updateTable('run_page')
    .set({ outcomes: sql<PageOutcome[]>`${outcomes}::text[]`, notes: sql`${jsonText(notes)}::jsonb` })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('page', '=', page)
    .execute();
}

/**
 * Adds products that were changed already to a run, as one page: those that the run does not name yet. Returns how many
 * it names then; null when there is nothing to add.
 */
export async function addDonePage(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  products: readonly { id: string; revision: number; outcome: PageOutcome }[],
): Promise<number | null> {
  if (products.length === 0) {
    return null;
  }
  const { rows } = await sql<{ total: number }>`
    with named as (
      select unnest(ids) as id, page from run_page where owner_id = ${ownerId} and run_id = ${runId}
    ), added as (
      insert into run_page (run_id, page, owner_id, ids, revisions, outcomes)
      select ${runId}::uuid, (select coalesce(max(page) + 1, 0) from named), ${ownerId}::uuid,
        array_agg(id order by id), array_agg(revision order by id), array_agg(outcome order by id)
      from unnest(
        ${products.map(({ id }) => id)}::uuid[], ${products.map(({ revision }) => revision)}::integer[],
        ${products.map(({ outcome }) => outcome)}::text[]
      ) as given (id, revision, outcome)
      where id not in (select id from named)
      having count(*) > 0
      returning cardinality(ids) as count
    )
    select ((select count(*) from named) + coalesce((select sum(count) from added), 0))::integer as total
  `.execute(db);
  return rows[0]?.total ?? null;
}

export type Counts = Record<PageOutcome, number>;

/** Returns how many items of a run have had each outcome so far. */
export async function countOutcomes(db: OwnerDb, ownerId: string, runId: string): Promise<Counts> {
  const { rows } = await sql<{ outcome: PageOutcome; count: number }>`
    select outcome, count(*)::integer as count from run_page, unnest(outcomes) as outcome
    where owner_id = ${ownerId} and run_id = ${runId} group by outcome
  `.execute(db);
  const none = Object.fromEntries(pageOutcomes.map((outcome) => [outcome, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) } as Counts;
}

/** Returns the reasons why items were left alone, most frequent first. */
export async function countFaults(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select note.value #>> '{fault,code}' as code, count(*)::integer as count
    from run_page, jsonb_each(notes) as note
    where owner_id = ${ownerId} and run_id = ${runId} and note.value ? 'fault'
    group by 1 order by 2 desc, 1
  `.execute(db);
  return rows;
}
