import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, owner } from './statements.ts';

/**
 * What stores hold now compared with what was sent to them, what was decided about the differences, and stores that follow the sources. A
 * listing run may carry only a part of each product.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...states, ...following, ...closedToOthers(...owned)]);
}

const owned = [
  'listing_comparison',
  'store_comparison',
  'store_audit',
  'drift_rule',
  'listing_narrowing',
  'store_following',
  'followed_change',
];

const shop = 'shop_id uuid not null references shop (id) on delete cascade';

const states = [
  `create table listing_comparison (
    listing_id uuid primary key references listing (id) on delete cascade,
    ${owner},
    ${shop},
    attempt_id uuid,
    seen_hash text not null,
    product jsonb,
    clean jsonb,
    differences jsonb not null default '[]',
    kinds text[] not null default '{}',
    decided jsonb not null default '{}',
    read_at timestamptz not null default now()
  )`,
  'create index listing_reading_drifted on listing_comparison (owner_id, listing_id) where kinds <> array[]::text[]',

  `create table store_comparison (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    after_id uuid,
    state text not null default 'idle' check (state in ('idle', 'waiting', 'running')),
    done integer not null default 0,
    total integer not null default 0,
    fault jsonb,
    working_until timestamptz,
    next_at timestamptz,
    ended_at timestamptz
  )`,
  // The due comparisons of all merchants, for the worker that makes them; as `open_run` is.
  `create view open_comparison as
    select shop.id as shop_id, shop.owner_id, coalesce(comparison.state, 'new') as state, comparison.next_at
    from shop left join store_comparison as comparison on comparison.shop_id = shop.id
    where exists (select from store where store.shop_id = shop.id and store.removed_at is null) offset 0`,

  // What the last audit of a whole store found.
  `create table store_audit (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    audit jsonb not null
  )`,

  `create table drift_rule (
    id uuid primary key,
    ${owner},
    shop_id uuid references shop (id) on delete cascade,
    kind text not null,
    side text not null check (side in ('store', 'ours', 'leave')),
    created_at timestamptz not null default now(),
    unique nulls not distinct (owner_id, kind, shop_id)
  )`,

  `create table listing_narrowing (
    run_id uuid not null references run (id) on delete cascade,
    ${shop},
    product_id uuid,
    ${owner},
    what text not null check (what in ('some', 'amounts')),
    kept jsonb not null default '{}',
    unique nulls not distinct (run_id, shop_id, product_id)
  )`,
];

const following = [
  `create table store_following (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    run_ids uuid[] not null default '{}',
    what text not null check (what in ('all', 'amounts')),
    every_hours integer not null check (every_hours between 0 and 168),
    fault jsonb,
    ${createdBy},
    next_at timestamptz not null default now()
  )`,
  'create view open_following as select shop_id, owner_id, next_at from store_following offset 0',

  // A queue of the source changes that a store still has to get, written in the transaction of the change itself. A point in time cannot say
  // that: `product_change.at` is when the transaction began, so that a change may become visible long after a look that went past its time.
  // Rows are added and deleted, never changed: whoever writes a change waits for no reader.
  `create table followed_change (
    shop_id uuid not null references store_following (shop_id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    change_id uuid not null,
    ${owner},
    revision integer not null,
    primary key (shop_id, product_id, change_id)
  )`,
  'create index followed_change_product on followed_change (product_id)',
  // A store that follows prices and inventory alone gets nothing of other fields.
  `create function keep_followed_changes() returns trigger language plpgsql as $$
    begin
      insert into followed_change (shop_id, product_id, change_id, owner_id, revision)
      select following.shop_id, written.product_id, written.id, written.owner_id, written.revision
      from written
      join store_following as following on following.owner_id = written.owner_id
      join edit_set on edit_set.id = written.edit_set_id and edit_set.kind = 'followed'
      where (following.what = 'all'
        or written.fields @> '[{"field":"variants"}]' or written.fields @> '[{"field":"currency"}]');
      return null;
    end
  $$`,
  `create trigger followed_changes_kept after insert on product_change
    referencing new table as written for each statement execute function keep_followed_changes()`,
];
