import type { Kysely } from 'kysely';
import { currentOwner, execute, forProgramOnly } from './statements.ts';

/** One way of working through many products, steps in place of edits, and the bin of deleted products. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...pages, ...steps, ...bin, ...forgetting, ...rejected]);
}

const pages = [
  // Claims and changes of rules go through their items page by page as bulk edits do.
  'alter table edit_page rename to run_page',
  'alter index edit_page_pkey rename to run_page_pkey',
  'alter index edit_page_owner rename to run_page_owner',
  'alter policy edit_page_owner on run_page rename to run_page_owner',
  `alter table rule_change drop column reached, drop column counts, drop column kept, drop column kept_ids`,
  // Their pages are fixed when they go on.
  `update run set total = null
    where kind in ('claim', 'rule') and state not in ('complete', 'partial', 'failed', 'cancelled')`,
];

const steps = [
  `update edit_set set steps = (
      select jsonb_agg(jsonb_build_object('edit', edit) order by place)
      from jsonb_array_elements(edits) with ordinality as each (edit, place))
    where steps is null and edits <> '[]'`,
  'alter table edit_set drop column edits',
];

const bin = [
  // Deleted products stay for a while. Everything that reads `product` reads those that are not in the bin; a migration that adds a column
  // adds it to `stored_product`, and creates both views again.
  'drop view own_product',
  'alter table product rename to stored_product',
  'alter policy product_owner on stored_product rename to stored_product_owner',
  `alter table stored_product add column binned_at timestamptz, add column bin_id uuid,
    add column binned_by uuid references "user" (id) on delete set null`,
  // No index has to be read past products in the bin, nor their rows looked at.
  `do $$
    declare
      each record;
    begin
      for each in
        select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indpred is not null as partial
        from pg_index where indrelid = 'stored_product'::regclass and not indisprimary
      loop
        execute 'drop index ' || each.name;
        execute each.definition || case when each.partial then ' and' else ' where' end || ' binned_at is null';
      end loop;
    end
  $$`,
  'create index stored_product_bin on stored_product (owner_id, binned_at, id) where binned_at is not null',
  'create index stored_product_binned on stored_product (binned_at) where binned_at is not null',
  'create view product with (security_invoker = true) as select * from stored_product where binned_at is null',
  `create view own_product as
    select * from stored_product where owner_id = ${currentOwner} and binned_at is null with check option`,
];

const forgetting = [
  `create function forget_binned(kept_days integer, most integer) returns bigint
    language sql volatile security definer set search_path = public, pg_temp as $$
      with gone as (
        delete from stored_product where id in (
          select id from stored_product where binned_at < now() - make_interval(days => kept_days)
          order by binned_at limit most)
        returning 1)
      select count(*) from gone
    $$`,
  ...forProgramOnly('forget_binned(integer, integer)'),
  // A product in the bin still shows its images.
  `do $$
    begin
      execute replace(pg_get_functiondef('forget_unused_images(integer, integer)'::regprocedure),
        'from product, regexp_matches', 'from stored_product, regexp_matches');
    end
  $$`,
];

const rejected = [
  // What a source would make invalid is reported once for a snapshot.
  'alter table source_alert drop constraint source_alert_kind_check',
  `alter table source_alert add constraint source_alert_kind_check
    check (kind in ('price-down', 'price-up', 'sold-out', 'back', 'gone', 'rejected'))`,
  'alter table source_alert add column snapshot text, add column fault jsonb',
  `create unique index source_alert_rejected on source_alert (product_id, snapshot) where kind = 'rejected'`,
];
