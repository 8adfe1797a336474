import type { Kysely } from 'kysely';
import { closedToOthers, execute, forProgramOnly, owner } from './statements.ts';

/**
 * Collected products are counted where they are written. Tables that grew are analysed at once, and an edit's products are found by their ids
 * even where they never were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...counts, ...statistics]);
}

// What changes is written as a row of its own, so that two runs of a merchant never wait for each other; the counts are the sums.
const counted = (rows: string) => `
  insert into collected_count (owner_id, platform, shop, collected, claimed)
  select owner_id, platform, shop, sum(collected), sum(claimed) from (${rows}) as each
  where exists (select from owner where owner.id = owner_id)
  group by 1, 2, 3 having sum(collected) <> 0 or sum(claimed) <> 0`;
const each = (table: string, sign: '' | '-') => `
  select owner_id, platform, shop, ${sign}1 as collected, case when product_id is null then 0 else ${sign}1 end as claimed from ${table}`;

const counts = [
  `create table collected_count (
    ${owner},
    platform text not null,
    shop text not null,
    collected integer not null,
    claimed integer not null
  )`,
  'create index collected_count_owner on collected_count (owner_id)',
  counted(each('collected', '')),
  ...[
    ['insert', 'new table as written', each('written', '')],
    ['delete', 'old table as gone', each('gone', '-')],
    // A shop of which nothing was claimed or given up needs no row.
    [
      'update',
      'old table as gone new table as written',
      `${each('gone', '-')} union all ${each('written', '')}`,
    ],
  ].flatMap(([change, tables, rows = '']) => [
    `create function count_collected_${change}() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        ${counted(rows)};
        return null;
      end
    $$`,
    `create trigger collected_counted_${change} after ${change} on collected referencing ${tables}
      for each statement execute function count_collected_${change}()`,
  ]),
  ...closedToOthers('collected_count'),
];

const statistics = [
  // Statistics of single merchants say of one who is new, or not among the largest, that there is one row: then any index that begins with the
  // merchant seems as good as that of the whole key, and each look-up reads all the merchant's rows. Without them, a merchant counts as 1 in 200.
  'alter table collected alter column owner_id set statistics 0',
  `do $$
    begin
      if exists (select from pg_proc where proname = 'pg_clear_attribute_stats') then
        perform pg_clear_attribute_stats('public', 'collected', 'owner_id', false);
      end if;
    end
  $$`,
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
];
