import { type Kysely, sql } from 'kysely';

/**
 * The functions that write as the owner of the tables find a session's own temporary tables last. Where `pg_temp` is not named it is
 * searched first ("search_path" in PostgreSQL's manual), and a trigger of a table made there would have run with the owner's rights.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['sign_in_to_tell', 'person_to_tell', 'plugin_to_tell']) {
    await sql`alter function ${sql.id(name)}() set search_path = public, pg_temp`.execute(db);
  }
}
