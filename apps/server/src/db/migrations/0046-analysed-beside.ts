import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/**
 * Analyses a table that grew by a quarter, where it was a tenth: a run that waits for its source has it done beside, each
 * time that a quarter was added, so that nothing is left for its end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create or replace function analyze_grown() returns void
      language plpgsql volatile security definer set search_path = public, pg_temp as $$
      declare
        grown name;
      begin
        for grown in
          select counted.relname from pg_stat_user_tables as counted join pg_class on pg_class.oid = counted.relid
          where schemaname = 'public' and n_mod_since_analyze >= greatest(1000, 0.25 * reltuples)
        loop
          execute format('analyze (skip_locked) %I', grown);
        end loop;
      end
    $$`,
  ]);
}
