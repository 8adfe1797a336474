import { type Kysely, sql } from 'kysely';

/**
 * What figures of some days are counted from: rows that stay when goods are deleted. Batches tell when they were saved
 * and how many products they held; edits are counted beside the edit set as they are written, since a product's own
 * history goes with it. See docs/decisions/0006-figures-of-days.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const statements: string[] = [
  'alter table collect_batch add column at timestamptz not null default now()',
  'alter table collect_batch add column got integer not null generated always as (cardinality(source_ids)) stored',
  'create index collect_batch_at on collect_batch (owner_id, at) include (run_id, got)',
  'create index collect_skip_at on collect_skip (owner_id, at) include (run_id, code)',
  'create index export_file_at on export_file (owner_id, created_at) include (format, products)',
  `create index listing_item_decided on listing_item (owner_id, at) include (store_id, state)
    where listing_id is not null`,
  `create index listing_item_refused on listing_item (owner_id, at)
    where listing_id is not null and state in ('refused', 'conflict')`,

  `create table edit_figure (
    edit_set_id uuid not null references edit_set (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    at timestamptz not null,
    platform text not null,
    source_host text not null,
    products integer not null,
    primary key (edit_set_id, platform, source_host)
  )`,
  'create index edit_figure_at on edit_figure (owner_id, at) include (platform, source_host, products)',
  'alter table edit_figure enable row level security',
  `create policy edit_figure_owner on edit_figure using (owner_id = ${currentOwner})`,
  `create function edits_counted() returns trigger language plpgsql as $$
    begin
      insert into edit_figure (edit_set_id, owner_id, at, platform, source_host, products)
      select edit_set.id, edit_set.owner_id, edit_set.at, coalesce(product.platform, ''),
        coalesce(product.source_host, ''), count(*)
      from written join edit_set on edit_set.id = written.edit_set_id join product on product.id = written.product_id
      where edit_set.kind = 'edited'
      group by 1, 2, 3, 4, 5
      on conflict (edit_set_id, platform, source_host)
        do update set products = edit_figure.products + excluded.products;
      return null;
    end
  $$`,
  `create trigger edits_counted after insert on product_change
    referencing new table as written for each statement execute function edits_counted()`,

  // Totals over all merchants for administrators: by platform and kind, without an id or a name of anything.
  `create view run_total as select kind, state, count(*)::integer as count from run
    where state not in ('complete', 'partial', 'failed', 'cancelled') group by kind, state offset 0`,
  `create view store_lane_total as
    select shop.platform, count(*)::integer as lanes, count(*) filter (where lane.state = 'held')::integer as held,
      coalesce(sum(lane.per_second) filter (where lane.state = 'running'), 0)::float8 as per_second,
      coalesce(sum((select count(*) from listing_item as item
        where item.run_id = lane.run_id and item.shop_id = lane.shop_id and item.state = 'waiting')), 0)::integer as waiting
    from listing_lane as lane join shop on shop.id = lane.shop_id join run on run.id = lane.run_id
    where run.state not in ('complete', 'partial', 'failed', 'cancelled')
      and lane.state in ('waiting', 'running', 'held')
    group by shop.platform offset 0`,
  `create view source_lane_total as
    select collect_run.platform, count(*)::integer as lanes, count(*) filter (where run.state = 'held')::integer as held,
      coalesce(sum((select sum(got) from collect_batch as batch
        where batch.owner_id = run.owner_id and batch.run_id = run.id
          and batch.at > now() - interval '120 seconds')), 0)::float8 / 120 as per_second,
      coalesce(sum(greatest(0, run.total - run.done - run.failed)), 0)::integer as waiting
    from run join collect_run on collect_run.run_id = run.id
    where run.state not in ('complete', 'partial', 'failed', 'cancelled')
    group by collect_run.platform offset 0`,
];
