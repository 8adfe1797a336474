import { type Kysely, sql } from 'kysely';

/**
 * Which runs should be worked on, whoever's they are: two ids and a time, for the program that looks after all of them.
 * What a run is about stays behind row-level security. `offset 0` keeps PostgreSQL from writing through the view.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create view open_run as select id, owner_id, goes_on_at from run
        where state in ('waiting', 'running') or (state in ('held', 'scheduled') and goes_on_at is not null)
        offset 0`,
    )
    .execute(db);
}
