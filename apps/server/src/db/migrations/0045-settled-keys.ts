import type { Kysely } from 'kysely';
import { currentOwner, execute, forProgramOnly } from './statements.ts';

/**
 * What looks similar products up by their keys needs an index of keys that is settled, and finds by nothing but that index; see
 * `docs/decisions/0089-looking-keys-up.md`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // The owner is compared so that no index finds by it: the planner does not know how many products a merchant has, and would read all of one's
    // for each key.
    `create or replace view own_similarity_keys as
      select * from similarity_keys where owner_id::text = (${currentOwner})::text with check option`,
    // Doing so is for the owner of a table.
    `create function settle_similarity_keys() returns void
        language sql volatile security definer set search_path = public, pg_temp as $$
        select gin_clean_pending_list('similarity_keys_shared')
      $$`,
    ...forProgramOnly('settle_similarity_keys()'),
  ]);
}
