import { type Kysely, sql } from 'kysely';

/** How often a run was begun, and how often it was sent away to wait, since it last got any further. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table run
        add column beginnings integer not null default 0,
        add column holds integer not null default 0,
        add column done_before integer not null default 0`,
    )
    .execute(db);
}
