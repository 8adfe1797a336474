import { type Kysely, sql } from 'kysely';

/** When an attempt was intended by the counted time of its shop, which no clock that is set can move. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table listing_attempt add column counted_ms bigint not null default 0').execute(db);
}
