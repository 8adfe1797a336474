import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../database.ts';

/** What the planner may do. */
interface Allowed {
  /** Read a table from its beginning. */
  scans: boolean;
  sorts: boolean;
  /** Join by looking through one side for each row of the other. */
  loops: boolean;
}

/** What the planner may do in each kind of query. */
export const allowedIn = {
  /** Through an order: it would read a table where it expects many matches, and sort what an index has in order where it expects few rows. */
  order: { scans: false, sorts: false, loops: true },
  /** Through an order with a filter by sets: it would go through all of a set for each row where it expects few. */
  sets: { scans: false, sorts: false, loops: false },
  matches: { scans: false, sorts: true, loops: true },
  others: { scans: true, sorts: true, loops: true },
} satisfies Record<string, Allowed>;

/** Does the work while the planner may do only what it may in queries through an order. */
export async function byIndexes<Result>(db: OwnerDb, work: () => Promise<Result>): Promise<Result> {
  await allow(db, 'order');
  const result = await work();
  // After a failure the transaction is undone, and this with it.
  await allow(db, 'others');
  return result;
}

/** Sets what the planner may do until the transaction ends. */
export async function allow(db: OwnerDb, kind: keyof typeof allowedIn): Promise<void> {
  const { scans, sorts, loops } = allowedIn[kind];
  const setTo = (isAllowed: boolean) => (isAllowed ? 'on' : 'off');
  await sql`
    select set_config('enable_seqscan', ${setTo(scans)}, true), set_config('enable_sort', ${setTo(sorts)}, true),
      set_config('enable_nestloop', ${setTo(loops)}, true)
  `.execute(db);
}

/** Executes one query while the planner may do what it may in those of its kind. */
export async function allowing<Row>(
  db: OwnerDb,
  kind: keyof typeof allowedIn,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  await allow(db, kind);
  const { rows } = await query.execute(db);
  await allow(db, 'order');
  return rows;
}
