import type { Kysely } from 'kysely';
import { execute, forProgramOnly } from './statements.ts';

/** Tables that grew are analysed at once, and an edit's products are found by their ids even where they never were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // Autovacuum comes once in a minute, and never to a server that runs for one command. ANALYZE is for the owner of a table.
    `create function analyze_grown() returns void
      language plpgsql volatile security definer set search_path = public, pg_temp as $$
      declare
        grown name;
      begin
        for grown in
          select counted.relname from pg_stat_user_tables as counted join pg_class on pg_class.oid = counted.relid
          where schemaname = 'public' and n_mod_since_analyze >= greatest(1000, 0.1 * reltuples)
        loop
          execute format('analyze (skip_locked) %I', grown);
        end loop;
      end
    $$`,
    ...forProgramOnly('analyze_grown()'),

    `create or replace function edits_counted() returns trigger language plpgsql as $$
      begin
        insert into edit_figure (edit_set_id, owner_id, at, platform, source_host, products)
        select edited.id, edited.owner_id, edited.at, coalesce(own.platform, ''), coalesce(own.source_host, ''), count(*)
        from written
        cross join lateral (
          select id, owner_id, at from edit_set where edit_set.id = written.edit_set_id and kind = 'edited' limit 1
        ) as edited
        cross join lateral (
          select platform, source_host from product where product.id = written.product_id limit 1
        ) as own
        group by 1, 2, 3, 4, 5
        on conflict (edit_set_id, platform, source_host)
          do update set products = edit_figure.products + excluded.products;
        return null;
      end
    $$`,
  ]);
}
