import { type Kysely, sql } from 'kysely';

/**
 * What a person decided where another product of the store holds our handle or code; and the counted time before which
 * nothing is sent to a shop, since our database was put back to an older one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table listing add column adopts text, add column own_codes jsonb').execute(db);
  await sql.raw('alter table shop_turn add column quiet_until_ms bigint not null default 0').execute(db);
}
