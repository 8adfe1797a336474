import { type Kysely, sql } from 'kysely';

/** What a merchant is told of the products of a file: those left out, what was repaired, what its format cannot carry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table export_file add column notices jsonb not null default '[]'`.execute(db);
}
