import type { Kysely } from 'kysely';
import { execute, forProgramOnly } from './statements.ts';

/**
 * Searches read one by one what was written since the last settling of a search index, which comes by itself after 4 MB.
 * Doing so is for the owner of a table. The keys of similar products are left out: no search waits for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create function settle_search_indexes() returns void
        language plpgsql volatile security definer set search_path = public, pg_temp as $$
        declare
          index regclass;
        begin
          if not pg_try_advisory_xact_lock(hashtext('settle_search_indexes')) then
            return;
          end if;
          for index in
            select pg_class.oid from pg_class join pg_am on pg_am.oid = relam
            where amname = 'gin' and relnamespace = 'public'::regnamespace and relname <> 'similarity_keys_shared'
          loop
            perform gin_clean_pending_list(index);
          end loop;
        end
      $$`,
    ...forProgramOnly('settle_search_indexes()'),
  ]);
}
