import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Longest time for the statistics of all tables. */
const longest = '20s';

/**
 * Analyses the tables that grew by a quarter, and by 1,000 rows, since they were analysed last. Without it, PostgreSQL takes
 * a merchant's rows for few until autovacuum comes, and joins read all of them again and again.
 */
export async function analyzeGrown(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${longest}, true)`.execute(transaction);
    await sql`select analyze_grown()`.execute(transaction);
  });
}

/**
 * Puts into the search indexes what was written since it was last done. PostgreSQL keeps that in a list, up to 4 MB long,
 * which every search of every merchant reads: at its end a search takes ten times as long.
 */
export async function settleSearchIndexes(db: Db): Promise<void> {
  await sql`select settle_search_indexes()`.execute(db);
}
