import { type Kysely, sql } from 'kysely';

/**
 * Forgets who was sent to a shop and did not come back in time, of all merchants, with the sealed credentials that were kept for
 * it; as `forget_old` does, which see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create function forget_ended_grants() returns bigint
    language sql volatile security definer set search_path = public, pg_temp as $$
      with ended as (delete from store_grant where ends_at < now() returning 1)
      select count(*) from ended
    $$`,
  'revoke execute on function forget_ended_grants() from public',
  'grant execute on function forget_ended_grants() to bowerbird_app',
];
