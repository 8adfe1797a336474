import { type Kysely, sql } from 'kysely';

/** An entry of the menu may open in a window of its own; a role names the person who made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table navigation_change add column new_window boolean not null default false')
    .execute(db);
  // No foreign key: a role outlives the person who made it.
  await sql.raw('alter table role add column creator_id uuid').execute(db);
}
