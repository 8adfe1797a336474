import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, openDatabase } from '../../src/db/database.ts';
import type { TestDatabase } from './database.ts';
import { isPooled } from './pooler.ts';

/**
 * Returns how many rows of these tables the work reads, by index or in sequence, as PostgreSQL counts them: a measure of
 * a job that no busy machine changes. The work gets connections of its own, whose counts are complete when they are closed.
 */
export async function rowsRead(
  { url, adminUrl }: Pick<TestDatabase, 'url' | 'adminUrl'>,
  tables: readonly string[],
  work: (db: Db) => Promise<unknown>,
): Promise<number> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const before = await settled(admin, tables);
    const { db, close } = openDatabase(url, { connectionsMax: 3, keepsPlans: !isPooled });
    try {
      await work(db);
    } finally {
      await close();
    }
    return (await settled(admin, tables)) - before;
  } finally {
    await admin.end();
  }
}

/** Waits until closed connections have handed in what they counted. */
async function settled(admin: pg.Client, tables: readonly string[]): Promise<number> {
  let last = -1;
  for (;;) {
    await sleep(150);
    const { rows } = await admin.query<{ read: string }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables where relname = any($1)`,
      [tables],
    );
    const read = Number(rows[0]?.read ?? 0);
    if (read === last) {
      return read;
    }
    last = read;
  }
}
