import { type Kysely, sql } from 'kysely';

/** Until when somebody is about to renew an entry to a source, unless they were killed meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table source_access add column renewing_until timestamptz').execute(db);
}
