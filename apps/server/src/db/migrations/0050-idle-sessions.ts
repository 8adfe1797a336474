import { type Kysely, sql } from 'kysely';

/** Whether the browser was told to keep a session: how long it may be idle depends on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column remembered boolean not null default false`.execute(db);
}
